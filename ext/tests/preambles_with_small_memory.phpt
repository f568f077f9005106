--TEST--
What a writer remembers of preambles never shows: with little memory for it
--INI--
lyo.shape_cache=12000
--FILE--
<?php
require __DIR__ . '/support/preambles.inc';
?>
--EXPECT--
51 values, 80e4129fd8591592bc6ef4f40f408708
