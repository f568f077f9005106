--TEST--
A wrap takes memory for what comes out of it, at most max_unpacked
--SKIPIF--
<?php
require __DIR__ . '/../support/compression.inc';
skip_without('zlib');
if (!extension_loaded('zlib')) {
    die('skip PHP was built without zlib');
}
?>
--FILE--
<?php
foreach (['zlib' => gzcompress(serialize(str_repeat('x', 20_000_000))), 'gzip' => gzencode(serialize(str_repeat('x', 20_000_000)))] as $name => $bomb) {
    foreach ([1000, 100_000, 19_999_999] as $most) {
        memory_reset_peak_usage();
        $before = memory_get_usage();
        try {
            lyo_unserialize($bomb, ['formats' => 'all', 'max_unpacked' => $most]);
        } catch (Lyo\Exception\LimitException $e) {
            echo "$name: ", $e->getMessage(), memory_get_peak_usage() - $before <= 2 * $most + 500_000 ? '' : ', with ' . (memory_get_peak_usage() - $before) . ' bytes', "\n";
        }
    }
    echo strlen(lyo_unserialize($bomb, ['formats' => 'all', 'max_unpacked' => 20_000_014])), ' ', strlen(lyo_unserialize($bomb, ['formats' => 'all', 'max_unpacked' => 0])), "\n";
}
try {
    lyo_unserialize($bomb, ['formats' => 'all', 'max_unpacked' => 20_000_013]);
} catch (Lyo\Exception\LimitException $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
zlib: too large when unpacked at offset 0
zlib: too large when unpacked at offset 0
zlib: too large when unpacked at offset 0
20000000 20000000
gzip: too large when unpacked at offset 0
gzip: too large when unpacked at offset 0
gzip: too large when unpacked at offset 0
20000000 20000000
too large when unpacked at offset 0
