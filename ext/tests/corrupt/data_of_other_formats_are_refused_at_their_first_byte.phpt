--TEST--
Data of serialize(), JSON, igbinary, msgpack, gzip and others are refused at their first byte; so is every first byte but one
--FILE--
<?php
$data = [
    'serialize()' => serialize(['a' => 1]),
    'serialize() of an object' => serialize(new ArrayObject()),
    'JSON' => '{"a":1}',
    'var_export()' => var_export([1], true),
    'igbinary' => "\0\0\0\2\x14\0",
    'msgpack' => "\x81\xA1a\1",
    'a map of msgpack' => "\xDE\0\0",
    'zlib' => "\x78\x9C\3\0\0\0\0\1",
    'gzip' => "\x1F\x8B\x08\0",
    'zstd' => "\x28\xB5\x2F\xFD",
    'lz4' => "\4\"M\x18",
    'a byte order mark' => "\xEF\xBB\xBF\xC1\x10\xA0",
    'a line break' => "\n\xC1\x10\xA0",
    'base64' => base64_encode("\xC1\x10\xA0"),
    'UTF-8 of the bytes' => "\xC3\x81\x10\xC2\xA0",
    'without its first byte' => "\x10\xA0",
    'the letter' => 'A',
];
foreach ($data as $name => $bytes) {
    try {
        lyo_unserialize($bytes);
        echo "$name: accepted\n";
    } catch (Lyo\Exception\CorruptException $e) {
        echo "$name: ", $e->getMessage(), lyo_is_serialized($bytes) ? ', but is_serialized' : '', "\n";
    }
}
$first = $second = [];
for ($i = 0; $i < 256; $i++) {
    try {
        lyo_unserialize(chr($i) . "\x10\xA0");
        $first[] = $i;
    } catch (Lyo\Exception\CorruptException $e) {
        $e->getOffset() === 0 || print "byte $i\n";
    }
    try {
        lyo_unserialize("\xC1" . chr($i) . "\xA0");
        $second[] = 'accepted ' . $i;
    } catch (Lyo\Exception\LyoException $e) {
        $second[] = substr(strrchr($e::class, '\\'), 1) . ' ' . $e->getOffset();
    }
}
echo 'first bytes accepted: ', implode(', ', array_map(dechex(...), $first)), "\n";
print_r(array_count_values($second));
--EXPECT--
serialize(): not lyo data at offset 0: it begins like serialize() text, which Lyo\Serializer reads
serialize() of an object: not lyo data at offset 0: it begins like serialize() text, which Lyo\Serializer reads
JSON: not lyo data at offset 0: it begins like JSON, which json_decode() reads
var_export(): not lyo data at offset 0
igbinary: not lyo data at offset 0: it begins like igbinary, which Lyo\Serializer reads
msgpack: not lyo data at offset 0
a map of msgpack: not lyo data at offset 0
zlib: not lyo data at offset 0: it begins like zlib, which Lyo\Serializer reads
gzip: not lyo data at offset 0: it begins like gzip, which Lyo\Serializer reads
zstd: not lyo data at offset 0: it begins like zstd, which zstd_uncompress() reads
lz4: not lyo data at offset 0
a byte order mark: not lyo data at offset 0
a line break: not lyo data at offset 0
base64: not lyo data at offset 0
UTF-8 of the bytes: not lyo data at offset 0
without its first byte: not lyo data at offset 0
the letter: not lyo data at offset 0
first bytes accepted: c1
Array
(
    [UnsupportedVersionException 1] => 247
    [accepted 16] => 1
    [TruncatedException 2] => 8
)
