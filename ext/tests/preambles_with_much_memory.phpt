--TEST--
What a writer remembers of preambles never shows
--INI--
lyo.shape_cache=1M
--FILE--
<?php
require __DIR__ . '/support/preambles.inc';
?>
--EXPECT--
51 values, 6e1494d52166eba13e4e856d59da4934
