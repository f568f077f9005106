--TEST--
lyo.cost counts what unserialize() reads by lyo.unserialize_reads; only an envelope is unpacked
--INI--
lyo.unserialize_reads=lyo igbinary envelopes
lyo.cost=1
--FILE--
<?php
function shown(): void
{
    ['decode' => $decode, 'unpack' => $unpack] = lyo_status()['cost']['request'];
    echo "decode $decode[calls], $decode[bytes] bytes; unpack $unpack[calls], $unpack[bytes] bytes\n";
}
unserialize(serialize([1, 2]));
shown();
unserialize(lyo_serialize([1, 2]));
shown();
unserialize(lyo_serialize([1, 2], ['checksum' => true]));
shown();
@unserialize(substr(lyo_serialize([1, 2], ['checksum' => true]), 0, -1));
shown();
?>
--EXPECT--
decode 0, 0 bytes; unpack 0, 0 bytes
decode 1, 5 bytes; unpack 0, 0 bytes
decode 2, 19 bytes; unpack 1, 5 bytes
decode 3, 32 bytes; unpack 2, 5 bytes
