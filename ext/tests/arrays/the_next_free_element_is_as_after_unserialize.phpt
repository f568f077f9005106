--TEST--
An element appended to a decoded array gets the key that it would get after unserialize()
--FILE--
<?php
$holes = [1, 2, 3];
unset($holes[2], $holes[1]);
$popped = range(1, 100);
array_splice($popped, 50);
$shifted = [5 => 1, 6 => 2];
array_shift($shifted);
$sparse = [100 => 1, 50 => 2];
unset($sparse[100]);
$arrays = [
    'empty' => [], 'list' => [1, 2, 3], 'vector' => [1, 900, 17, 3, 5], 'holes' => $holes, 'popped' => $popped, 'shifted' => $shifted, 'sparse' => $sparse, 'from 5' => [5 => 1],
    'negative' => [-5 => 1], 'negative and others' => [-5 => 1, 'a' => 2], 'strings' => ['a' => 1], 'mixed' => ['a' => 1, 7 => 2], 'record' => ['a' => 1, 9 => 2, 'b' => 3],
    'rows' => array_fill(0, 10, ['a' => 1, 'b' => 2]), 'rows with ints' => array_fill(0, 10, ['a' => 1, 4 => 2]), 'keyed' => array_fill(3, 10, ['a' => 1, 'b' => 2]), 'emptied' => (static function (): array {
        $a = [5 => 1];
        unset($a[5]);

        return $a;
    })(),
    'last' => [PHP_INT_MAX => 1], 'last but one' => [PHP_INT_MAX - 1 => 1], 'first' => [PHP_INT_MIN => 1],
];
foreach ($arrays as $name => $array) {
    $keys = [];
    foreach ([unserialize(serialize([$array])), lyo_unserialize(lyo_serialize([$array]))] as [$back]) {
        try {
            $back[] = 'appended';
            $keys[] = array_key_last($back);
            if (is_array($row = reset($back))) {
                $row[] = 'appended';
                $keys[] = array_key_last($row);
            }
        } catch (Error $e) {
            $keys[] = $e->getMessage();
        }
    }
    $half = intdiv(count($keys), 2);
    echo $name, ': ', array_slice($keys, 0, $half) === array_slice($keys, $half) ? 'same' : 'DIFFERENT ' . implode(', ', $keys), "\n";
}
--EXPECT--
empty: same
list: same
vector: same
holes: same
popped: same
shifted: same
sparse: same
from 5: same
negative: same
negative and others: same
strings: same
mixed: same
record: same
rows: same
rows with ints: same
keyed: same
emptied: same
last: same
last but one: same
first: same
