--TEST--
Training takes time in proportion to the samples, and not to samples times dictionary
--SKIPIF--
<?php
require __DIR__ . '/../support/compression.inc';
skip_without('zstd');
?>
--INI--
memory_limit=1G
--FILE--
<?php
require __DIR__ . '/../support/processor.inc';

// Each sample is new, and is compared with all that were chosen before it.
$samples = str_split(random_bytes(60_000 * 50), 50);
$time = static function (int $size) use ($samples): float {
    $start = processor_time();
    lyo_train_dictionary($samples, $size);

    return processor_time() - $start;
};
$ratio = INF;
// A busy machine may slow down one of the two, but does so each time only if it is slow for both.
for ($i = 0; $i < 5 && $ratio >= 15; $i++) {
    $ratio = min($ratio, $time(2_900_000) / $time(16384));
}
echo $ratio < 15 ? 'in proportion' : "NOT in proportion: $ratio", "\n"; // 5; without a bound 39
?>
--EXPECT--
in proportion
