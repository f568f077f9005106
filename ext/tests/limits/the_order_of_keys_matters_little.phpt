--TEST--
Shapes that name the 64 slots of a class in the worst order take little longer than others
--SKIPIF--
<?php
getenv('LYO_COVERAGE') && die('skip an unoptimised or instrumented build takes longer');
?>
--FILE--
<?php
require __DIR__ . '/../support/bombs.inc';
require __DIR__ . '/../support/processor.inc';

$time = static function (string $bytes): float {
    $times = [];
    for ($i = 0; $i < 5; $i++) {
        $start = processor_time();
        lyo_unserialize($bytes);
        $times[] = processor_time() - $start;
    }

    return min($times);
};
$last = slot_bombs(1000000)['shapes of Slots64, the last slot first'][0];
// the same keys in the order of the slots
$first = str_replace("\x90\0\x40" . implode('', array_map('back_to_slot', range(1, 64))), "\x90\0\x40" . implode('', array_map('back_to_slot', range(64, 1))), $last);
var_dump(lyo_unserialize($first), $first !== $last && strlen($first) === strlen($last));
// it took 40 times as long, 600 ms on a fast machine; a busy machine may slow down one of the two
for ($i = 0; $i < 5 && $time($last) >= 8 * $time($first) + 0.05; $i++);
echo $i < 5 ? 'about as long' : sprintf('%.0f ms, in order %.0f', 1e3 * $time($last), 1e3 * $time($first)), "\n";
?>
--EXPECT--
NULL
bool(true)
about as long
