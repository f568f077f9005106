--TEST--
A typed property may be bound to the array that contains its object: the reference holds an array before its elements are read
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Node
{
    public array $around = [];
    public iterable $again = [];
    public mixed $any = null;
}
final class Keeper
{
    public mixed $array = null;
}
$arrays = [
    'list' => static fn(Node $n): array => [1, $n, 'x'],
    'short list' => static fn(Node $n): array => [$n],
    'record' => static fn(Node $n): array => ['x' => 1, 'node' => $n],
    'map' => static fn(Node $n): array => ['x' => 1, 'node' => $n] + array_fill(5, 300, null),
    'mixed keys' => static fn(Node $n): array => ['1.5' => [], 0 => $n, 'q' => 1, 5 => 1.5],
    'rows' => static fn(Node $n): array => array_map(static fn(int $i): array => ['id' => $i, 'node' => $i === 3 ? $n : null], range(0, 9)),
    'keyed rows' => static fn(Node $n): array => array_combine(str_split('abcdefghij'), array_map(static fn(int $i): array => ['id' => $i, 'node' => $i === 3 ? $n : null], range(0, 9))),
    'deeper' => static fn(Node $n): array => ['a' => [[['b' => [$n]]]], 'c' => 5],
];
$places = [
    'root' => static fn(array &$array): array => [&$array],
    'property' => static function (array &$array): Keeper {
        $keeper = new Keeper();
        $keeper->array = &$array;

        return $keeper;
    },
    'dynamic property' => static function (array &$array): stdClass {
        $keeper = new stdClass();
        $keeper->array = &$array;

        return $keeper;
    },
    'element' => static fn(array &$array): array => ['k' => 1, 'array' => &$array, 'end' => true],
];
foreach ($arrays as $kind => $make) {
    foreach ($places as $name => $place) {
        both("$kind, $name", static function () use ($make, $place): mixed {
            $node = new Node();
            $array = $make($node);
            $node->around = &$array;
            $node->again = &$array;
            $node->any = &$array;

            return $place($array);
        }, quiet: true);
    }
}
--EXPECT--
list, root: same
list, property: same
list, dynamic property: same
list, element: same
short list, root: same
short list, property: same
short list, dynamic property: same
short list, element: same
record, root: same
record, property: same
record, dynamic property: same
record, element: same
map, root: same
map, property: same
map, dynamic property: same
map, element: same
mixed keys, root: same
mixed keys, property: same
mixed keys, dynamic property: same
mixed keys, element: same
rows, root: same
rows, property: same
rows, dynamic property: same
rows, element: same
keyed rows, root: same
keyed rows, property: same
keyed rows, dynamic property: same
keyed rows, element: same
deeper, root: same
deeper, property: same
deeper, dynamic property: same
deeper, element: same
