--TEST--
With the option "formats", one call reads lyo, igbinary and serialize() text, and one wrap around them
--SKIPIF--
<?php
require __DIR__ . '/../support/compression.inc';
skip_without('zlib');
?>
--FILE--
<?php
require __DIR__ . '/../support/wraps.inc';
$igbinary = hex2bin('00000002' . '1402' . '110161' . '0601' . '110162' . '1402' . '060005' . '060104');
$payloads = [
    'lyo' => lyo_serialize(['a' => 1, 'b' => [true, false]]),
    'carrier' => "\0\0\0\4" . lyo_serialize(['a' => 1, 'b' => [true, false]]),
    'checksum' => lyo_serialize(['a' => 1, 'b' => [true, false]], ['checksum' => true]),
    'igbinary' => $igbinary,
    'native' => serialize(['a' => 1, 'b' => [true, false]]),
];
foreach ($payloads as $name => $payload) {
    foreach (['none' => $payload, 'zlib' => zlib_wrap($payload), 'gzip' => gzip_wrap($payload), 'bytes behind it' => zlib_wrap($payload) . 'x'] as $wrap => $data) {
        echo "$name, $wrap: ", json_encode(lyo_unserialize($data, ['formats' => 'all'])), "\n";
    }
}
/* the list decides, also inside of a wrap; nothing is read in two wraps */
foreach (['lyo', 'igbinary', 'native'] as $format) {
    foreach ($payloads as $name => $payload) {
        foreach ([$payload, zlib_wrap($payload)] as $data) {
            try {
                lyo_unserialize($data, ['formats' => [$format]]);
                echo "$format: $name is read\n";
            } catch (Lyo\Exception\UnknownFormatException $e) {
                echo "$format: ", $e->getMessage(), ' ', $e->getOffset(), "\n";
            }
        }
    }
}
foreach (['', 'x', "\xFF", "\0\0\0", 'i', '{"a":1}', zlib_wrap(zlib_wrap('N;')), zlib_wrap('x'), zlib_wrap('')] as $data) {
    try {
        lyo_unserialize($data, ['formats' => 'all']);
    } catch (Lyo\Exception\UnknownFormatException $e) {
        echo $e->getMessage(), "\n";
    }
}
/* without the option all is as before */
foreach ($payloads as $name => $payload) {
    try {
        lyo_unserialize($payload);
        echo "$name is read\n";
    } catch (Lyo\Exception\LyoException $e) {
        echo $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
lyo, none: {"a":1,"b":[true,false]}
lyo, zlib: {"a":1,"b":[true,false]}
lyo, gzip: {"a":1,"b":[true,false]}
lyo, bytes behind it: {"a":1,"b":[true,false]}
carrier, none: {"a":1,"b":[true,false]}
carrier, zlib: {"a":1,"b":[true,false]}
carrier, gzip: {"a":1,"b":[true,false]}
carrier, bytes behind it: {"a":1,"b":[true,false]}
checksum, none: {"a":1,"b":[true,false]}
checksum, zlib: {"a":1,"b":[true,false]}
checksum, gzip: {"a":1,"b":[true,false]}
checksum, bytes behind it: {"a":1,"b":[true,false]}
igbinary, none: {"a":1,"b":[true,false]}
igbinary, zlib: {"a":1,"b":[true,false]}
igbinary, gzip: {"a":1,"b":[true,false]}
igbinary, bytes behind it: {"a":1,"b":[true,false]}
native, none: {"a":1,"b":[true,false]}
native, zlib: {"a":1,"b":[true,false]}
native, gzip: {"a":1,"b":[true,false]}
native, bytes behind it: {"a":1,"b":[true,false]}
lyo: lyo is read
lyo: lyo is read
lyo: carrier is read
lyo: carrier is read
lyo: checksum is read
lyo: checksum is read
lyo: Data of the format igbinary, which is not accepted here 0
lyo: Data of the format igbinary, which is not accepted here 0
lyo: Data of the format native, which is not accepted here 0
lyo: Data of the format native, which is not accepted here 0
igbinary: Data of the format lyo, which is not accepted here 0
igbinary: Data of the format lyo, which is not accepted here 0
igbinary: Data of the format lyo, which is not accepted here 0
igbinary: Data of the format lyo, which is not accepted here 0
igbinary: Data of the format lyo, which is not accepted here 0
igbinary: Data of the format lyo, which is not accepted here 0
igbinary: igbinary is read
igbinary: igbinary is read
igbinary: Data of the format native, which is not accepted here 0
igbinary: Data of the format native, which is not accepted here 0
native: Data of the format lyo, which is not accepted here 0
native: Data of the format lyo, which is not accepted here 0
native: Data of the format lyo, which is not accepted here 0
native: Data of the format lyo, which is not accepted here 0
native: Data of the format lyo, which is not accepted here 0
native: Data of the format lyo, which is not accepted here 0
native: Data of the format igbinary, which is not accepted here 0
native: Data of the format igbinary, which is not accepted here 0
native: native is read
native: native is read
Data of an unknown format
Data of an unknown format
Data of an unknown format
Data of an unknown format
Data of an unknown format
Data of an unknown format
Data of the format zlib, which is not accepted here
Data of an unknown format
Data of an unknown format
lyo is read
not lyo data at offset 0
checksum is read
not lyo data at offset 0: it begins like igbinary, which Lyo\Serializer reads
not lyo data at offset 0: it begins like serialize() text, which Lyo\Serializer reads
