--TEST--
What a writer remembers of preambles never shows
--INI--
lyo.shape_cache=1M
--FILE--
<?php
require __DIR__ . '/support/preambles.inc';
?>
--EXPECT--
51 values, 832c0ab267a6d2e23861454ca1719f80
