--TEST--
Each kind of value is read as an element, as a declared property, as a property that its class does not declare, and through a reference
--FILE--
<?php
#[AllowDynamicProperties]
class Place
{
    public $declared;
    private $own = 1;
}
$shared = new Place;
$values = [null, false, true, '', 'text', str_repeat('long', 100), 0, -1, 255, -256, 65536, PHP_INT_MAX, PHP_INT_MIN, 0.5, -INF, [], [1.5, 'a' => 2.5], new Place, new ArrayObject([0.5])];
$read = 0;
foreach ($values as $value) {
    $object = new Place;
    $object->declared = $value;
    $object->{'new'} = $value;
    $object->last = $value;
    $reference = $value;
    foreach ([$value, [$value], ['key' => $value, 7 => $value], $object, [$object, $object], [&$reference, &$reference], [[$value], [$value]]] as $i => $whole) {
        $back = igbinary_unserialize(igbinary_serialize($whole));
        if (serialize($back) !== serialize($whole)) {
            echo $i, ': ', serialize($whole), ' became ', serialize($back), "\n";
        }
        $read++;
    }
}
// names of another class, which only somebody else writes
foreach (["\x0c" . strrev(pack('e', 0.5)), "\x06\x07", "\x11\x01x", "\x14\x00", "\x05"] as $token) {
    $back = igbinary_unserialize("\0\0\0\2\x17\x05Place\x14\x02\x11\x08declared" . $token . "\x11\x08\0Other\0p" . $token);
    $read += (int) ((array) $back === ['declared' => $back->declared, "\0Place\0own" => 1, "\0Other\0p" => $back->declared]);
}
echo $read, " read\n";
?>
--EXPECT--
138 read
