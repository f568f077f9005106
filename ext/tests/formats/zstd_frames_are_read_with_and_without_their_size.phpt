--TEST--
A wrap of zstd is read, whether the frame says its size or not, at most max_unpacked bytes
--SKIPIF--
<?php
require __DIR__ . '/../support/compression.inc';
skip_without('zstd');
?>
--FILE--
<?php
/* blocks: what is in the frame, or a byte and how often it comes */
function frame(?int $size, int $window, string|array ...$blocks): string
{
    $frame = "\x28\xB5\x2F\xFD" . ($size === null ? "\x00" . chr($window) : "\xA0" . pack('V', $size));
    foreach ($blocks as $i => $block) {
        [$bytes, $times] = is_array($block) ? $block : [$block, strlen($block)];
        $frame .= substr(pack('V', $times << 3 | (is_array($block) ? 2 : 0) | ($i === count($blocks) - 1 ? 1 : 0)), 0, 3) . $bytes;
    }
    return $frame;
}
$text = serialize(['a' => 1]);
$large = frame(null, 0x58, 's:1310720:"', ...array_fill(0, 10, ['x', 131072]), ...['";']);
$frames = [
    'with size' => frame(strlen($text), 0, $text),
    'without size' => frame(null, 0, $text),
    'two blocks' => frame(null, 0, substr($text, 0, 5), substr($text, 5)),
    'wrong size' => frame(strlen($text) + 1, 0, $text),
    'no size, cut' => substr(frame(null, 0, $text), 0, -1),
    'size, cut' => substr(frame(strlen($text), 0, $text), 0, -1),
    'no size, bytes behind it' => frame(null, 0, $text) . 'x',
    'size, bytes behind it' => frame(strlen($text), 0, $text) . 'x',
    'a window of 2 GB' => frame(null, 0xA8, $text),
    'claims 1 GB' => frame(1 << 30, 0, $text),
    'claims 1 kB' => frame(1 << 10, 0, $text),
    'reserved bit' => "\x28\xB5\x2F\xFD\x08\x00",
    'large' => $large,
];
foreach ($frames as $name => $data) {
    foreach ([1000, 0, 1 << 22] as $most) {
        memory_reset_peak_usage();
        $before = memory_get_usage();
        try {
            $value = lyo_unserialize($data, ['formats' => 'all', 'max_unpacked' => $most]);
            $result = is_string($value) ? strlen($value) . ' bytes' : json_encode($value);
        } catch (Lyo\Exception\LyoException $e) {
            $result = $e->getMessage();
        }
        $taken = memory_get_peak_usage() - $before;
        echo "$name, $most: $result", $taken > 6_000_000 ? ", with $taken bytes" : '', "\n";
    }
}
?>
--EXPECT--
with size, 1000: {"a":1}
with size, 0: {"a":1}
with size, 4194304: {"a":1}
without size, 1000: {"a":1}
without size, 0: {"a":1}
without size, 4194304: {"a":1}
two blocks, 1000: {"a":1}
two blocks, 0: {"a":1}
two blocks, 4194304: {"a":1}
wrong size, 1000: damaged compressed data at offset 0
wrong size, 0: damaged compressed data at offset 0
wrong size, 4194304: damaged compressed data at offset 0
no size, cut, 1000: damaged compressed data at offset 0
no size, cut, 0: damaged compressed data at offset 0
no size, cut, 4194304: damaged compressed data at offset 0
size, cut, 1000: damaged compressed data at offset 0
size, cut, 0: damaged compressed data at offset 0
size, cut, 4194304: damaged compressed data at offset 0
no size, bytes behind it, 1000: damaged compressed data at offset 0
no size, bytes behind it, 0: damaged compressed data at offset 0
no size, bytes behind it, 4194304: damaged compressed data at offset 0
size, bytes behind it, 1000: damaged compressed data at offset 0
size, bytes behind it, 0: damaged compressed data at offset 0
size, bytes behind it, 4194304: damaged compressed data at offset 0
a window of 2 GB, 1000: damaged compressed data at offset 0
a window of 2 GB, 0: damaged compressed data at offset 0
a window of 2 GB, 4194304: damaged compressed data at offset 0
claims 1 GB, 1000: too large when unpacked at offset 0
claims 1 GB, 0: damaged compressed data at offset 0
claims 1 GB, 4194304: too large when unpacked at offset 0
claims 1 kB, 1000: too large when unpacked at offset 0
claims 1 kB, 0: damaged compressed data at offset 0
claims 1 kB, 4194304: damaged compressed data at offset 0
reserved bit, 1000: damaged compressed data at offset 0
reserved bit, 0: damaged compressed data at offset 0
reserved bit, 4194304: damaged compressed data at offset 0
large, 1000: too large when unpacked at offset 0
large, 0: 1310720 bytes
large, 4194304: 1310720 bytes
