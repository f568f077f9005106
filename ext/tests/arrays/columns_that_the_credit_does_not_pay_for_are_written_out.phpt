--TEST--
Columns that the bytes before them do not pay for are written out, also where the table of strings grows or changes its hash meanwhile
--EXTENSIONS--
lyo
--FILE--
<?php
/** Strings, each next to one that is known; columns that use up the credit; then tables, each of so many rows, with the next cells, and all of these once more. */
function value(int $strings, array $tables, int $rows): array
{
    $value = [];
    for ($i = 0; $i < $strings; $i++) {
        $value[] = ['known', "$i known"];
    }
    for ($i = 0; $i < 60; $i++) {
        $value[] = array_fill(0, 128, ['a' => 1]);
    }
    foreach ($tables as $cells) {
        $value[] = 'known';
        $table = [];
        for ($i = 0; $i < $rows; $i++) {
            $table[] = count($cells) < 100
                ? ['x' => 1, 'cell' => $cells[$i % count($cells)], 'y' => true]
                // each of them is looked for, as every other one is known
                : ['x' => $i % 2 > 0 ? 'known' : $cells[$i / 2], 'cell' => $i % 2 > 0 ? 'known' : $cells[99 - $i / 2], 'y' => 'known'];
        }
        $value[] = $table;
        $value[] = $cells;
    }

    return $value;
}

/** All samples of these are the same. */
$alike = static fn(int $i, int $more): string => 'aaaaaaaa' . sprintf('%06d', $i) . str_repeat('b', 26 + $more);
$kinds = [
    'short' => static fn(int $i): string => "cell $i",
    'with one beginning' => static fn(int $i): string => "all of them begin with this $i",
    'alike' => static fn(int $i): string => $alike($i, 0),
    'long and alike' => static fn(int $i): string => $alike($i, 130),
];
$run = 0;
foreach ($kinds as $kind => $make) {
    $bytes = '';
    foreach ([0, 200, 440, 470, 500, 505, 511, 512, 520, 4000] as $strings) {
        foreach ([[1, 40], [2, 128], [3, 128], [100, 128], [9, 300]] as [$cells, $rows]) {
            $value = value($strings, array_chunk(array_map($make, range(1, 120)), $cells), $rows);
            $data = lyo_serialize($value);
            $bytes .= $data;
            if (lyo_unserialize($data) !== $value) {
                echo "$kind, $strings strings, $cells cells, $rows rows: another value\n";
            }
            $run++;
        }
    }
    echo $kind, ': ', strlen($bytes), ' bytes, ', sha1($bytes), "\n";
}
echo "$run values\n";
?>
--EXPECT--
short: 844320 bytes, bbe72e56d72ec1ab5b3544b0d764f0f483f4348e
with one beginning: 835831 bytes, 88be3be75b3ce19aac84b644f91fd2c1dc030dc3
alike: 910928 bytes, 12edb9a7f2744bf342f17a3454878e6d0c85cc7b
long and alike: 1671326 bytes, 9e811e56e3c4b3d49804bad52d4c8a1116acb7ba
200 values
