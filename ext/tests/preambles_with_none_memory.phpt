--TEST--
What a writer remembers of preambles never shows: the same bytes without it
--INI--
lyo.shape_cache=0
--FILE--
<?php
require __DIR__ . '/support/preambles.inc';
?>
--EXPECT--
51 values, 6e1494d52166eba13e4e856d59da4934
