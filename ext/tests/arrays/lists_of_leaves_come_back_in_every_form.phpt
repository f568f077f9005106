--TEST--
Lists of leaves come back from every form: sequences, offsets of 1 to 8 bytes, decimals, doubles, bools, constants, tagged
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

mt_srand(2);
$lists = [];
foreach ([3, 4, 7, 8, 9, 16, 100, 5000] as $n) {
    $lists["sequence up $n"] = range(5, 5 + 3 * ($n - 1), 3);
    $lists["sequence down $n"] = range(-1, -$n);
    $lists["constant int $n"] = array_fill(0, $n, 7);
    $lists["constant string $n"] = array_fill(0, $n, 'text');
    $lists["constant null $n"] = array_fill(0, $n, null);
    $lists["constant float $n"] = array_fill(0, $n, 0.1);
    $lists["constant true $n"] = array_fill(0, $n, true);
    for ($bytes = 1; $bytes <= 8; $bytes++) {
        $lists["ints of $bytes bytes, $n"] = array_map(static fn(int $i): int => mt_rand() * mt_rand() >> (8 - $bytes) * 8, range(1, $n));
    }
    $lists["bools $n"] = array_map(static fn(int $i): bool => mt_rand(0, 2) > 0, range(1, $n));
    $lists["decimals $n"] = array_map(static fn(int $i): float => mt_rand(0, 100000) / 100, range(1, $n));
    $lists["decimals of many scales $n"] = array_map(static fn(int $i): float => mt_rand(0, 100000) / 10 ** ($i % 9), range(1, $n));
    $lists["doubles $n"] = array_map(static fn(int $i): float => mt_rand() / mt_getrandmax(), range(1, $n));
    $lists["whole floats $n"] = array_map(static fn(int $i): float => (float) $i, range(1, $n));
    $lists["floats and NaN $n"] = array_map(static fn(int $i): float => $i % 3 ? $i / 2 : INF, range(1, $n));
    $lists["floats of very different size $n"] = array_map(static fn(int $i): float => $i % 5 ? 0.5 : 1e13 + $i, range(1, $n));
    $lists["floats beyond decimals $n"] = array_map(static fn(int $i): float => $i % 5 ? 1e14 + $i : 0.123, range(1, $n));
    $lists["strings $n"] = array_map(static fn(int $i): string => ['red', 'green', 'blue'][$i % 3], range(1, $n));
    $lists["mixed $n"] = array_map(static fn(int $i): mixed => [1, 'a', null, 1.5, true][$i % 5], range(1, $n));
    $lists["ints and null $n"] = array_map(static fn(int $i): ?int => $i % 4 ? $i * $i : null, range(1, $n));
    $lists["limits $n"] = array_map(static fn(int $i): int => $i % 2 ? PHP_INT_MAX : PHP_INT_MIN, range(1, $n));
    $lists["limits, near $n"] = array_map(static fn(int $i): int => PHP_INT_MAX - $i * 7 % 100, range(1, $n));
    $lists["steps beyond 64 bits $n"] = array_map(static fn(int $i): int => $i % 2 ? PHP_INT_MAX - $i : PHP_INT_MIN + $i, range(1, $n));
}
$wrong = $sum = $native = 0;
foreach ($lists as $name => $list) {
    $bytes = lyo_serialize($list);
    $back = lyo_unserialize($bytes);
    if ($back !== $list || !array_is_list($back) || lyo_serialize($back) !== $bytes) {
        $wrong++;
        echo "$name\n";
    }
}
echo count($lists), " lists, $wrong wrong\n";

/* Forms that only others write, each with the kind byte behind the count. */
$read = [
    'ints of 3 bytes' => 'D8 03 03 C8 010000 020000 000001', 'ints of 5 bytes' => 'D8 02 05 00 0000000001 FFFFFFFFFF', 'ints of 7 bytes' => 'D8 02 07 01 00000000000001 FFFFFFFFFFFFFF',
    'a vector of one' => 'D8 01 20 A0', 'decimals of 6 bytes' => 'D8 02 16 03 00 000000000000 FFFFFFFFFF0F',
    'decimals of scale 22' => 'D8 02 11 16 02 00 FF', 'negative base' => 'D8 02 01 05 00 FF',
];
foreach ($read as $name => $hex) {
    echo $name, ': ', json_encode(lyo_unserialize(bytes('C110' . $hex)), JSON_PRESERVE_ZERO_FRACTION), "\n";
}
/* Columns of one key. */
$columns = [
    'ints with nulls' => '05 00 81 0A 02 00 05 09', 'bools with nulls' => '05 00 8A 15 01', 'doubles with nulls' => '02 00 8B 01 000000000000F83F', 'decimals with nulls' => '03 00 91 02 01 1E 05 0A',
    'a constant with nulls' => '04 00 A0 06 42 "abc"', 'a sequence with nulls' => '05 00 89 0A 02 02', 'a dictionary with nulls' => '06 00 A1 02 02 A561 A562 1A', 'a dictionary of 4' => '08 00 21 04 A561 A562 A563 A564 E4 00',
    'a dictionary of 5' => '0A 00 21 05 A561 A562 A563 A564 A565 10 32 04 21 43',
];
foreach ($columns as $name => $hex) {
    echo $name, ': ', json_encode(array_column(lyo_unserialize(bytes('C118 04 01 01 A56B D9' . $hex)), 'k'), JSON_PRESERVE_ZERO_FRACTION), "\n";
}
--EXPECT--
232 lists, 0 wrong
ints of 3 bytes: [101,102,65636]
ints of 5 bytes: [4294967296,1099511627775]
ints of 7 bytes: [281474976710655,72057594037927934]
a vector of one: [null]
decimals of 6 bytes: [0.0,17592186044.415]
decimals of scale 22: [1.0e-22,2.56e-20]
negative base: [-3,252]
ints with nulls: [1,null,6,null,10]
bools with nulls: [null,true,null,false,null]
doubles with nulls: [null,1.5]
decimals with nulls: [2.0,null,2.5]
a constant with nulls: ["abc",null,null,"abc"]
a sequence with nulls: [1,null,2,null,3]
a dictionary with nulls: ["a",null,"b","a","b","b"]
a dictionary of 4: ["a","b","c","d","a","a","a","a"]
a dictionary of 5: ["a","b","c","d","e","a","b","c","d","e"]
