--TEST--
Keys keep their order and type; a string that only looks like an int stays a string
--FILE--
<?php
$arrays = [
    [], [1], [[]], ['' => 1], ['a' => 1], [0 => 'a', 2 => 'b'], [1 => 'a'], [2 => 'b', 1 => 'a', 0 => 'z'], [-1 => 'a', 0 => 'b'],
    ['0' => 'int', '00' => 'string', '-0' => 'string', '-1' => 'int', '+1' => 'string', '1.0' => 'string', ' 1' => 'string', '1 ' => 'string', '0x1' => 'string', '1e1' => 'string'],
    ['9223372036854775807' => 'int', '9223372036854775808' => 'string', '-9223372036854775808' => 'int', '-9223372036854775809' => 'string', '99999999999999999999' => 'string'],
    [PHP_INT_MAX => 1, PHP_INT_MIN => 2, 0 => 3], ['x' => 1, 5 => 2, 'y' => 3, -7 => 4],
    ["\0" => 1, "\0a" => 2, "\0*\0a" => 3, "\0A\0a" => 4, "a\0" => 5], [true => 1, false => 2, '' => 3],
    array_combine(range(0, 299), range(300, 599)), array_combine(range(1, 300), range(1, 300)), array_combine(range(300, 1), range(1, 300)),
    array_fill_keys(array_map(static fn(int $i): string => "key$i", range(1, 254)), 0), array_fill_keys(array_map(static fn(int $i): string => "key$i", range(1, 255)), 0),
    array_fill_keys(array_map(static fn(int $i): string => "key$i", range(1, 256)), 0), array_fill_keys(array_map(static fn(int $i): string => "key$i", range(1, 70000)), 0),
];
foreach ([1, 7, 8, 9, 255, 256, 65535, 65536] as $n) {
    $arrays[] = array_fill(0, $n, []);
    $arrays[] = array_fill(5, $n, [1]);
    $arrays[] = array_map(static fn(int $i): int|string => $i % 2 ? $i : "s$i", range(1, $n));
}
$wrong = 0;
foreach ($arrays as $i => $array) {
    foreach (count($array) > 1000 ? [$array] : [$array, ['in' => $array], [$array, $array]] as $value) {
        $back = lyo_unserialize(lyo_serialize($value));
        if ($back !== $value || serialize($back) !== serialize($value) || array_keys($back) !== array_keys($value)) {
            $wrong++;
            echo "array $i\n";
        }
    }
}
echo count($arrays), " arrays, $wrong wrong\n";
--EXPECT--
46 arrays, 0 wrong
