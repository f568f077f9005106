--TEST--
A number that was the name of a property, as a string, is an int as the key of an array: each element can be found
--FILE--
<?php
$string = static fn(string $s): string => "\x11" . chr(strlen($s)) . $s;
$int = static fn(int $n): string => "\x06" . chr($n);
// [stdClass{a: 1, "5": 2}, [a => 3, "5" => 4]], and the same without the object
$entries = "\x14\x02" . $string('a') . $int(1) . $string('5') . $int(2);
$again = "\x14\x02\x0E\x01" . $int(3) . "\x0E\x02" . $int(4);
foreach (["\x14\x02" . $int(0) . "\x17\x08stdClass$entries" . $int(1) . $again, "\x14\x02" . $int(0) . $entries . $int(1) . str_replace(["\x0E\x01", "\x0E\x02"], ["\x0E\x00", "\x0E\x01"], $again)] as $bytes) {
    $array = igbinary_unserialize("\0\0\0\x02$bytes")[1];
    var_dump(isset($array[5]), serialize($array));
}
?>
--EXPECT--
bool(true)
string(26) "a:2:{s:1:"a";i:3;i:5;i:4;}"
bool(true)
string(26) "a:2:{s:1:"a";i:3;i:5;i:4;}"
