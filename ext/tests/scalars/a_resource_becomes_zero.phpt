--TEST--
A resource is written as the int 0, as serialize() does, alone, in lists, vectors and columns
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

$open = fopen('php://memory', 'r');
$closed = fopen('php://memory', 'r');
fclose($closed);
$object = (object) ['r' => $open, 'c' => $closed];
$rows = array_map(static fn(int $i): array => ['id' => $i, 'r' => $i % 2 ? $open : $closed, 'n' => $i], range(1, 20));
foreach (['open' => $open, 'closed' => $closed, 'list' => [$open, 'x', $closed], 'ints and resources' => [5, $open, 7, $closed, 1], 'only resources' => [$open, $open, $closed, $open], 'map' => ['a' => $open], 'property' => $object, 'rows' => $rows, 'reference' => [&$open, &$open]] as $name => $value) {
    both($name, static fn(): mixed => $value, quiet: true);
}
var_dump(lyo_serialize([5, $open, 7, 1000]) === lyo_serialize([5, 0, 7, 1000]));
--EXPECT--
open: same
closed: same
list: same
ints and resources: same
only resources: same
map: same
property: same
rows: same
reference: same
bool(true)
