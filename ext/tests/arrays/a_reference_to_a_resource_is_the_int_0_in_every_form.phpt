--TEST--
A PHP reference to a resource is the int 0 in every form: the bytes are those of the resources without references, and those of ints
--FILE--
<?php
$file = fopen('php://memory', 'r');
$forms = [
    'alone' => [1, static fn(mixed $v): array => [$v]],
    'a list of three' => [3, static fn(mixed ...$v): array => $v],
    'a vector' => [6, static fn(mixed ...$v): array => $v],
    'a vector with an int' => [5, static fn(mixed ...$v): array => [...$v, 7]],
    'a vector with null' => [5, static fn(mixed ...$v): array => [...$v, null]],
    'a mixed list' => [5, static fn(mixed ...$v): array => [...$v, 'text']],
];
foreach ($forms as $name => [$count, $form]) {
    $cells = array_fill(0, $count, $file);
    $plain = $form(...$cells);
    $ints = $form(...array_fill(0, $count, 0));
    $wrapped = $plain;
    for ($i = 0; $i < $count; $i++) {
        $wrapped[$i] = &$cells[$i];
    }
    echo $name, ': ', serialize($wrapped) === serialize($ints) ? 'the same text' : 'ANOTHER TEXT', ', ',
        lyo_serialize($wrapped) === lyo_serialize($ints) && lyo_serialize($plain) === lyo_serialize($ints) ? 'the same bytes' : 'OTHER BYTES', "\n";
}
$rows = $wrapped = $ints = $held = [];
for ($i = 0; $i < 12; $i++) {
    $rows[] = ['a' => $file, 'b' => $i];
    $ints[] = ['a' => 0, 'b' => $i];
    $held[$i] = $file;
    $wrapped[] = ['a' => &$held[$i], 'b' => $i];
}
echo 'rows: ', lyo_serialize($wrapped) === lyo_serialize($ints) && lyo_serialize($rows) === lyo_serialize($ints) ? 'the same bytes' : 'OTHER BYTES', "\n";
?>
--EXPECT--
alone: the same text, the same bytes
a list of three: the same text, the same bytes
a vector: the same text, the same bytes
a vector with an int: the same text, the same bytes
a vector with null: the same text, the same bytes
a mixed list: the same text, the same bytes
rows: the same bytes
