--TEST--
Bytes depend on content and order alone: packed or hashed, with or without holes, shared or copied, references of one
--FILE--
<?php
$packed = [1, 2, 3, 'a', 'b'];
$hashed = [];
foreach ([4 => 'b', 3 => 'a', 2 => 3, 1 => 2, 0 => 1] as $k => $v) {
    $hashed[$k] = $v;
}
$hashed = array_reverse($hashed, true);
$holes = [1, 2, 'x', 3, 'a', 'b'];
unset($holes[2]);
$holes = [...$holes];
$big = ['k' => 'gone', 'a' => 1, 'b' => 2];
unset($big['k']);
$referenced = [1, 2, 3, 'a', 'b'];
foreach ($referenced as &$v) {
}
unset($v);
$grown = [];
for ($i = 0; $i < 100; $i++) {
    $grown[] = $i;
}
array_splice($grown, 0, 100, [1, 2, 3, 'a', 'b']);
$moved = ['a' => 1, 'b' => 2];
next($moved);
$pairs = [
    'hashed' => [$packed, $hashed], 'holes' => [$packed, $holes], 'deleted' => [['a' => 1, 'b' => 2], $big], 'references of one' => [$packed, $referenced], 'grown' => [$packed, $grown],
    'internal pointer' => [['a' => 1, 'b' => 2], $moved],
];
$inner = ['k' => [1, 2]];
$pairs['shared'] = [[$inner, $inner], [['k' => [1, 2]], ['k' => [1, 2]]]];
$rows = array_fill(0, 10, ['a' => 1, 'b' => 'x']);
$other = [];
foreach ($rows as $i => $row) {
    $new = ['gone' => 0, 'a' => 0];
    unset($new['gone']);
    $new['a'] = 1;
    $new['b'] = 'x';
    $other[] = $new;
}
foreach ($other as &$row) {
    foreach ($row as &$cell) {
    }
    unset($cell);
}
unset($row);
$pairs['rows'] = [$rows, $other];
$vector = [1.5, 2.5, 3.5, 4.5];
$wrapped = $vector;
foreach ($wrapped as &$f) {
}
unset($f);
$pairs['vector'] = [$vector, $wrapped];
$list = ['gone' => 0, 0 => 7, 1 => 900, 2 => 17, 3 => 3];
unset($list['gone']);
$pairs['a list that was a map'] = [[7, 900, 17, 3], $list];
$held = [1.5, 2.5, 3.5, 4.5];
$outside = &$held[2];
$pairs['a reference that is held from outside'] = [$vector, $held];
$table = $rows;
$cell = &$table[3]['a'];
$row = &$table[5];
$pairs['references into rows that are held from outside'] = [$rows, $table];
foreach ($pairs as $name => [$a, $b]) {
    echo $name, ': ', lyo_serialize($a) === lyo_serialize($b) ? 'same bytes' : 'DIFFERENT ' . bin2hex(lyo_serialize($a)) . ' ' . bin2hex(lyo_serialize($b)), "\n";
    if (serialize($a) !== serialize($b) || lyo_serialize(lyo_unserialize(lyo_serialize($b))) !== lyo_serialize($b)) {
        echo "$name: not the same value\n";
    }
}
--EXPECT--
hashed: same bytes
holes: same bytes
deleted: same bytes
references of one: same bytes
grown: same bytes
internal pointer: same bytes
shared: same bytes
rows: same bytes
vector: same bytes
a list that was a map: same bytes
a reference that is held from outside: same bytes
references into rows that are held from outside: same bytes
