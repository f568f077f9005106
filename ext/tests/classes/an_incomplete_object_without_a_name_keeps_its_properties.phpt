--TEST--
An incomplete object without a class name keeps all its properties; serialize() miscounts them and writes what cannot be read
--FILE--
<?php
require __DIR__ . '/../support/describe.inc';
require __DIR__ . '/../support/payload.inc';

$bytes = payload("\x61\3\4\5", [class_shape('__PHP_Incomplete_Class', text('a'), text('b'), text('c'))]);
$o = lyo_unserialize($bytes);
echo describe($o), "\n";
var_dump(lyo_serialize($o) === $bytes);
echo describe(lyo_unserialize(lyo_serialize([$o, $o]))), "\n";
echo serialize($o), ' ', var_export(@unserialize(serialize($o)), true), "\n";
--EXPECT--
__PHP_Incomplete_Class#0{a: 1, b: 2, c: 3}
bool(true)
[__PHP_Incomplete_Class#0{a: 1, b: 2, c: 3}, #0]
O:22:"__PHP_Incomplete_Class":2:{s:1:"a";i:1;s:1:"b";i:2;s:1:"c";i:3;} false
