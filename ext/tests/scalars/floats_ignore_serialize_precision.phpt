--TEST--
Floats are exact whatever serialize_precision says
--INI--
serialize_precision=3
precision=4
--FILE--
<?php
$values = [M_PI, 1 / 3, 123456.789, [1.23456789, 2.3456789, 3.456789, 4.56789], ['a' => 0.1 + 0.2]];
foreach ($values as $value) {
    var_dump(lyo_unserialize(lyo_serialize($value)) === $value, unserialize(serialize($value)) === $value);
}
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
