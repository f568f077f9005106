--TEST--
Equal arrays come back as one table in memory, from every place; a change of one changes no other, and each has its own pointer and next key
--SKIPIF--
<?php
getenv('USE_ZEND_ALLOC') === '0' && die('skip memory is not counted without the Zend allocator');
?>
--FILE--
<?php
class Holder
{
    public array $a = [];
    public array $b = [];
}
function memory(callable $make): int
{
    $made = $make();
    unset($made);
    gc_collect_cycles();
    $before = memory_get_usage();
    $made = $make();

    return memory_get_usage() - $before;
}
$row = static fn(): array => ['id' => 1, 'name' => 'a name', 'tags' => ['x', 'y', 'z']];
$holder = new Holder();
$holder->a = $row();
$holder->b = $row();
$places = [
    'elements of a list' => [$row(), 1, $row(), 2],
    'a run' => array_fill(0, 100, $row()),
    'values of a map' => ['a' => $row(), 'b' => $row()],
    'values of records' => [['r' => $row(), 'n' => 1], ['r' => $row(), 'n' => 2]],
    'properties' => $holder,
    'inside others' => [$row(), [[$row()]]],
    'lists' => [range(10, 30, 3), range(10, 30, 3)],
];
foreach ($places as $place => $value) {
    $bytes = lyo_serialize($value);
    $same = serialize(lyo_unserialize($bytes)) === serialize($value) && lyo_serialize(lyo_unserialize($bytes)) === $bytes;
    $less = memory(static fn(): mixed => lyo_unserialize($bytes)) < memory(static fn(): mixed => unserialize(serialize($value)));
    echo $place, ': ', $same ? 'there and back, ' : 'DIFFERENT, ', $less ? 'less memory' : 'AS MUCH MEMORY', "\n";
}
/* Arrays that were made one by one are written as those that share a table. */
$made = [];
for ($i = 0; $i < 100; $i++) {
    $made[] = ['id' => 1, 'name' => 'a ' . 'name', 'tags' => explode(' ', 'x y z')];
}
var_dump(lyo_serialize($made) === lyo_serialize($places['a run']), strlen(lyo_serialize($made)) < 80);
var_dump(lyo_serialize([['x', fopen('php://memory', 'r')], ['x', 0]]) === lyo_serialize([['x', 0], ['x', 0]]));

$list = lyo_unserialize(lyo_serialize([[5, 6, 7], 'between', [5, 6, 7], [5, 6, 7]]));
next($list[0]);
$list[0][] = 8;
unset($list[2][0]);
$reference = &$list[3][1];
$reference = 'changed';
var_dump(current($list[0]), current($list[2]), current($list[3]));
$list[2][] = 9;
echo json_encode($list), "\n";

$a1 = [1, 2];
$deep = $a1;
for ($i = 0; $i < 14; $i++) {
    $deep = [$deep, $deep];
}
$back = lyo_unserialize(lyo_serialize($deep));
var_dump($back === $deep);
--EXPECT--
elements of a list: there and back, less memory
a run: there and back, less memory
values of a map: there and back, less memory
values of records: there and back, less memory
properties: there and back, less memory
inside others: there and back, less memory
lists: there and back, less memory
bool(true)
bool(true)
bool(true)
int(6)
int(6)
int(5)
[[5,6,7,8],"between",{"1":6,"2":7,"3":9},[5,"changed",7]]
bool(true)
