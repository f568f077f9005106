--TEST--
An array that was read often is given out without a decode and without memory of the request; a write to it changes nobody else's
--INI--
lyo.keep_values=1M
memory_limit=64M
--FILE--
<?php
function kept(): array
{
    return lyo_status()['process']['values'];
}

$value = ['list' => range(1, 20), 'rows' => [], 'text' => 'a text', 'letter' => 'x', 'empty' => [], 'none' => ''];
for ($i = 0; $i < 30; $i++) {
    $value['rows'][] = ['id' => $i, 'name' => "name $i", 'tags' => ['one', 'two'], 'half' => $i / 2, 'on' => $i % 2 === 0, 'null' => null];
}
$value['again'] = $value['rows'];
$bytes = lyo_serialize($value);

foreach ([1, 2, 3, 4] as $time) {
    lyo_unserialize($bytes) === $value || print("reading $time: another value\n");
    echo $time, ': ', implode(' ', array_intersect_key(kept(), ['entries' => 0, 'hits' => 0, 'misses' => 0])), "\n";
}
$before = memory_get_usage();
$first = lyo_unserialize($bytes);
$second = lyo_unserialize($bytes);
echo memory_get_usage() - $before, " bytes\n", implode(' ', array_intersect_key(kept(), ['entries' => 0, 'hits' => 0, 'misses' => 0])), "\n";

$second['rows'][3]['tags'][] = 'three';
$second['text'][0] = 'A';
foreach ($second['rows'] as &$row) {
    $row['id']++;
}
unset($row, $second['list'], $second['again'][0]['name']);
$inside = &$second['again'][1];
$inside = 'nothing';
sort($second['again'][2]['tags']);
var_dump($first === $value, $second === $value, lyo_unserialize($bytes) === $value, lyo_serialize($first) === $bytes);

// Appending goes on with the next key, and strings can be keys.
$third = lyo_unserialize($bytes);
$third['list'][] = 21;
$third[$third['rows'][7]['name']] = true;
var_dump(array_key_last($third['list']), array_key_last($third));

// What is not kept: objects, PHP references, strings, and what is small.
foreach ([[new ArrayObject([1]), str_repeat('x', 100)], str_repeat('y', 500), [1, 2, 3]] as $other) {
    $is = kept()['entries'];
    $data = lyo_serialize($other);
    for ($i = 0; $i < 8; $i++) {
        lyo_unserialize($data) == $other || print("another value\n");
    }
    echo kept()['entries'] - $is, ' ';
}
$shared = ['a' => 1, 'more' => str_repeat('z', 100)];
$shared['b'] = &$shared['a'];
$data = lyo_serialize($shared);
for ($i = 0; $i < 8; $i++) {
    $copy = lyo_unserialize($data);
    $copy['a'] = $i;
    $copy['b'] === $i || print("no reference\n");
}
echo kept()['entries'] - $is, "\n";
echo kept()['bytes'] < 200000 ? 'few' : 'many', " bytes\n";
?>
--EXPECT--
1: 0 0 1
2: 0 0 2
3: 0 0 3
4: 1 0 4
0 bytes
1 2 4
bool(true)
bool(false)
bool(true)
bool(true)
int(20)
string(6) "name 7"
0 0 0 0
few bytes
