--TEST--
Envelopes of 164 bytes and 1 kB, made by an attacker, unpack to no more than the factor of their compression, and take at most 400 bytes for each byte of that
--SKIPIF--
<?php
require __DIR__ . '/../support/compression.inc';
skip_without('zstd');
getenv('USE_ZEND_ALLOC') === '0' && die('skip there is no limit without the Zend allocator');
?>
--INI--
memory_limit=3G
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

function envelope(int $algorithm, int $size, string $content, string $dictionary = ''): string
{
    $entry = chr($algorithm) . varlen($size) . ($dictionary === '' ? '' : substr(hash('sha256', $dictionary, true), 0, 4));
    $entries = "\x01\0\x83" . varlen(strlen($entry)) . $entry;
    $data = "\xC1\x12" . varlen(strlen($entries)) . $entries . $content;

    return $data . strrev(hash('crc32c', $data, true));
}
/* A block of a frame of zstd: type 0 as it stands, 1 one byte repeated. */
$block = static fn(int $size, int $type, bool $last, string $bytes): string => substr(pack('V', $size << 3 | $type << 1 | (int) $last), 0, 3) . $bytes;
/* A list of as many small ints as fit so many blocks of 128 kB. */
$zstd = static function (int $blocks, string $dictionary) use ($block): array {
    $head = "\xC1\x10" . sized(200, $blocks << 17);
    $size = strlen($head) + ($blocks << 17);
    $frame = "\xA0" . pack('V', $size) . $block(strlen($head), 0, false, $head);
    for ($i = 1; $i <= $blocks; $i++) {
        $frame .= $block(1 << 17, 1, $i === $blocks, "\5");
    }

    return [envelope(2, $size, $frame, $dictionary), $size];
};
/* The same of zlib, of a string: PHP may have no zlib here, and Lyo packs it as well. */
$zlib = static function (int $n): array {
    $packed = lyo_serialize(str_repeat("\5", $n), ['compress' => 'zlib', 'level' => 9, 'min_size' => 0]);

    return [$packed, strlen(lyo_serialize(str_repeat("\5", $n)))];
};
$judge = static function (string $name, array $made, int $most, int $factor, array $options = []): void {
    [$bytes, $unpacked] = $made;
    memory_reset_peak_usage();
    $before = memory_get_usage();
    $value = lyo_unserialize($bytes, ['allowed_classes' => false] + $options);
    $took = memory_get_peak_usage() - $before;
    getenv('LYO_SHOW') && printf("%s: %d bytes, %d unpacked, %d taken\n", $name, strlen($bytes), $unpacked, $took);
    echo $name, ': ', is_array($value) ? 'list' : 'string', ', ', strlen($bytes) <= $most && $unpacked > 0.5 * $factor * $most * 0.8 ? 'as large as can be' : strlen($bytes) . ' bytes', ', ',
        $unpacked <= $factor * strlen($bytes) && $took <= 262144 + 400 * $unpacked ? 'as promised' : sprintf('%d unpacked, %d taken', $unpacked, $took), "\n";
};
$dictionary = 'a dictionary of the tests';
foreach ([164 => 32, 1000 => 240] as $most => $blocks) {
    $judge("zstd, $most bytes", $zstd($blocks, ''), $most, 32768);
    $judge("zstd with a dictionary, $most bytes", $zstd($blocks, $dictionary), $most, 32768, ['dictionaries' => [$dictionary]]);
    $judge("zlib, $most bytes", $zlib($most === 164 ? 115000 : 970000), $most, 1032);
}
$inner = envelope(1, 3, "\x01\3\0\xFC\xFF\xC1\x10\xA0");
try {
    lyo_unserialize(envelope(2, strlen($inner), "\xA0" . pack('V', strlen($inner)) . $block(strlen($inner), 0, true, $inner)));
} catch (Lyo\Exception\LyoException $e) {
    echo 'an envelope in an envelope: ', $e->getMessage(), "\n";
}
/* 2 kB that hold 64 MB, with the limit of memory that PHP has by default: the error, and shutdown functions run. */
register_shutdown_function(static function (): void {
    ini_set('memory_limit', '-1'); // this function needs some memory, too
    echo str_starts_with(error_get_last()['message'] ?? '', 'Allowed memory size of 134217728 bytes exhausted') ? 'the error of memory_limit' : 'no error', "\n";
});
ini_set('memory_limit', '128M');
ini_set('display_errors', '0');
lyo_unserialize($zstd(511, '')[0]);
?>
--EXPECT--
zstd, 164 bytes: list, as large as can be, as promised
zstd with a dictionary, 164 bytes: list, as large as can be, as promised
zlib, 164 bytes: string, as large as can be, as promised
zstd, 1000 bytes: list, as large as can be, as promised
zstd with a dictionary, 1000 bytes: list, as large as can be, as promised
zlib, 1000 bytes: string, as large as can be, as promised
an envelope in an envelope: malformed envelope at offset 1
the error of memory_limit
