--TEST--
Rows come back: lists and maps of records, many blocks, 64 columns, every kind of column, columns of containers
--FILE--
<?php
class Point
{
    public $x = 1;
}
mt_srand(3);
$columns = [
    'sequence' => static fn(int $i): int => $i,
    'ints' => static fn(int $i): int => mt_rand(0, 200),
    'wide' => static fn(int $i): int => mt_rand() * mt_rand(),
    'sparse' => static fn(int $i): ?int => $i % 7 ? null : $i,
    'constant' => static fn(int $i): string => 'always the same',
    'constant null' => static fn(int $i): ?string => null,
    'bools' => static fn(int $i): bool => mt_rand(0, 1) === 1,
    'bools and null' => static fn(int $i): ?bool => [true, false, null][$i % 3],
    'dictionary' => static fn(int $i): string => ['red', 'green', 'blue', 'a', ''][$i % 5],
    'dictionary and null' => static fn(int $i): ?string => [null, 'green', 'blue'][$i % 3],
    'texts' => static fn(int $i): string => "text number $i",
    'decimals' => static fn(int $i): float => mt_rand(0, 1000) / 100,
    'doubles' => static fn(int $i): float => mt_rand() / mt_getrandmax(),
    'floats and null' => static fn(int $i): ?float => $i % 2 ? $i / 4 : null,
    'one value and null' => static fn(int $i): ?int => $i % 3 ? 42 : null,
    'floats of very different size' => static fn(int $i): float => $i % 5 ? 0.5 : 1e13 + $i,
    'mixed' => static fn(int $i): mixed => [1, 'a', 2.5, true, null][$i % 5],
    'lists' => static fn(int $i): array => range(0, $i % 3),
    'records' => static fn(int $i): array => ['a' => $i, 'b' => "b$i"],
    'sometimes an array' => static fn(int $i): mixed => $i % 4 ? $i : [$i],
    'objects' => static fn(int $i): Point => new Point(),
    'empty' => static fn(int $i): array => [],
];
$make = static function (int $n, array $columns): array {
    $rows = [];
    for ($i = 0; $i < $n; $i++) {
        $row = [];
        foreach ($columns as $name => $column) {
            $row[$name] = $column($i);
        }
        $rows[] = $row;
    }

    return $rows;
};
$leaves = array_diff_key($columns, array_flip(['lists', 'records', 'sometimes an array', 'objects', 'empty']));
$tables = [];
foreach ([2, 7, 8, 9, 127, 128, 129, 400] as $n) {
    $tables["leaves, $n"] = $make($n, $leaves);
    $tables["all, $n"] = $make($n, $columns);
    foreach ($columns as $name => $column) {
        $tables["$name, $n"] = $make($n, ['id' => $columns['sequence'], $name => $column]);
        $tables["only $name, $n"] = $make($n, [$name => $column]);
    }
    foreach ([63, 64, 65, 255, 256] as $width) {
        $tables["$width columns, $n"] = $make(min($n, 40), array_combine(array_map(static fn(int $c): string => "c$c", range(1, $width)), array_fill(0, $width, $columns['dictionary'])));
    }
}
$wrong = $rows = 0;
foreach ($tables as $name => $table) {
    $keyed = array_combine(array_map(static fn(int $i): string => "key $i", array_keys($table)), $table);
    $sparse = array_combine(array_map(static fn(int $i): int => $i * 3 - 5, array_keys($table)), $table);
    foreach ([$table, $keyed, $sparse, ['in' => $table, 'again' => $table]] as $value) {
        $bytes = lyo_serialize($value);
        $back = lyo_unserialize($bytes);
        $rows += count($table);
        if (serialize($back) !== serialize($value) || lyo_serialize($back) !== $bytes || lyo_is_serialized($bytes) !== true) {
            $wrong++;
            echo "$name\n";
        }
    }
}
/* What is nearly a table: another key, another order, a reference, one row too few. */
foreach ([$tables['leaves, 9'], $tables['leaves, 400']] as $near) {
    foreach ([
        'another key' => [...$near, ['other' => 1]],
        'another order' => [...$near, array_reverse($near[0], true)],
        'a longer row' => [...$near, $near[0] + ['more' => 1]],
        'a shorter row' => [...$near, array_slice($near[0], 1)],
        'no row' => [...$near, null],
        'a list' => [...$near, [1, 2]],
        'an empty row' => [...$near, []],
        'empty rows' => array_fill(0, 10, []),
        'lists' => array_fill(0, 10, [1, 2]),
        'int keys' => array_fill(0, 10, [5 => 1, 7 => 2]),
        'an int key' => array_fill(0, 10, ['a' => 1, 7 => 2]),
        'rows of rows' => array_fill(0, 10, ['rows' => $near, 'n' => 1]),
    ] as $name => $value) {
        if (serialize(lyo_unserialize(lyo_serialize($value))) !== serialize($value)) {
            $wrong++;
            echo "$name\n";
        }
    }
}
$row = $near[2];
$cell = 'referenced';
$near[3] = &$row;
$near[4]['ints'] = &$cell;
$near[5]['ints'] = &$cell;
$back = lyo_unserialize(lyo_serialize([$near, &$row, &$cell]));
var_dump(serialize($back) === serialize([$near, &$row, &$cell]));
echo $rows > 100000 ? 'more than 100000' : $rows, " rows, $wrong wrong\n";
--EXPECT--
bool(true)
more than 100000 rows, 0 wrong
