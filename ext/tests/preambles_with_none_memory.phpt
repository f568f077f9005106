--TEST--
What a writer remembers of preambles never shows: the same bytes without it
--INI--
lyo.shape_cache=0
--FILE--
<?php
require __DIR__ . '/support/preambles.inc';
?>
--EXPECT--
51 values, 832c0ab267a6d2e23861454ca1719f80
