--TEST--
The size of the last payload is reserved again, at most 256 kB, and freed if the payload is shorter
--EXTENSIONS--
lyo
--SKIPIF--
<?php
getenv('USE_ZEND_ALLOC') === '0' && die('skip only the Zend allocator tells what is in use');
?>
--FILE--
<?php
// each value has the same definition; what is written goes on beyond the 16 kB that last
$value = static fn(int $n): array => ['title' => 'a title', 'words' => array_map(static fn(int $i): string => sprintf('word-%07d', $i * 40503), range(1, $n)), 'end' => true];
$short = $value(3000);
$long = $value(100000);

$measured = 0;
foreach ([$short, $short, $short, $long, $short, $long, $long, $short, $short] as $i => $each) {
    memory_reset_peak_usage();
    $before = memory_get_usage();
    $data = lyo_serialize($each);
    $peak = memory_get_peak_usage() - $before;
    $kept = memory_get_usage() - $before;
    if ($each === $short) {
        $measured++;
        if ($peak > strlen($data) + 262144 + 3 * 4096) {
            echo "$i: $peak bytes for ", strlen($data), "\n";
        }
        if ($kept > strlen($data) + 2 * 4096) {
            echo "$i: $kept bytes kept for ", strlen($data), "\n";
        }
    }
    if (lyo_unserialize($data) !== $each) {
        echo "$i: another value\n";
    }
    $data = null;
}
echo "$measured short payloads measured\n";
?>
--EXPECT--
6 short payloads measured
