--TEST--
Where a checksum is required, what has neither that nor a signature is refused, also if damage took the envelope off
--FILE--
<?php
$key = ['k' => str_repeat('k', 16)];
$data = lyo_serialize(null, ['checksum' => true]);
var_dump(lyo_unserialize($data, ['checksum' => true]));
var_dump(lyo_unserialize(lyo_serialize(5, ['sign' => $key]), ['sign' => $key, 'checksum' => true]));
$data[1] = "\x10"; // no envelope
$data[2] = "\x48"; // a string of 9 bytes
var_dump(bin2hex(lyo_unserialize($data)));
foreach ([['checksum' => true], ['checksum' => true, 'sign' => $key, 'unsigned_until' => PHP_INT_MAX], ['checksum' => true, 'sign' => $key]] as $options) {
    try {
        lyo_unserialize($data, $options);
        echo "read\n";
    } catch (Lyo\Exception\LyoException $e) {
        echo $e::class, ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
NULL
int(5)
string(18) "0100c110a061df5830"
Lyo\Exception\CorruptException: no checksum, and one is required at offset 0
Lyo\Exception\CorruptException: no checksum, and one is required at offset 0
Lyo\Exception\SignatureException: not signed, and a signature is required at offset 0
