--TEST--
Names that stand in long chains of the table of strings are written the same when their definitions are known, whatever strings were there before them
--EXTENSIONS--
lyo
--INI--
lyo.shape_cache=8M
--FILE--
<?php
/** 8 bytes whose fingerprint is that number: the slot they want. */
$slot = static function (int $number): string {
    $half = ($number * 0x733D + (($number * 0x9937 & 0xFFFF) << 16)) & 0xFFFFFFFF;

    return pack('VV', $half, $half);
};
$names = [
    'one fingerprint' => static fn(int $i): string => 'aaaaaaaa' . sprintf('%06d', $i) . str_repeat('b', 26),
    'one slot' => static fn(int $i): string => $slot($i << 16),
    'slots in a row' => static fn(int $i): string => $slot($i),
    'plain' => static fn(int $i): string => "name $i",
    'long' => static fn(int $i): string => str_repeat('a', 60) . $i . str_repeat('b', 100),
];
$strings = [
    'none' => static fn(int $i): string => 'known',
    'slots in a row' => static fn(int $i): string => $i % 8 === 0 ? 'known' : $slot($i * 3),
    'one slot' => static fn(int $i): string => $i % 8 === 0 ? 'known' : $slot(($i + 5000) << 16),
    'the names' => null,
];
$run = 0;
foreach ($names as $what => $name) {
    foreach ($strings as $before => $string) {
        foreach ([20, 31, 33, 100, 700] as $count) {
            $value = [array_map($string ?? $name, range(1, 3 * $count))];
            foreach (range(1, $count) as $i) {
                $map = [$name($i) => $i, "salt $before" => 1]; // another preamble for each
                $value[] = [$map, $map];
            }
            $value[] = array_map($name, range(1, $count));
            $bytes = lyo_serialize($value);
            for ($again = 0; $again < 4; $again++) {
                if (lyo_serialize($value) !== $bytes) {
                    echo "$count names of $what behind strings of $before: other bytes\n";
                }
                if (lyo_unserialize($bytes) !== $value) {
                    echo "$count names of $what behind strings of $before: another value\n";
                }
                $run++;
            }
        }
    }
}
echo "$run runs\n";
?>
--EXPECT--
400 runs
