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
        $value[] = array_map(static fn(int $j): array => ['a' => $i * 128 + $j], range(1, 128));
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
short: 822244 bytes, de5100dc44a1bfd612c45632392e04fe84bd91f8
with one beginning: 812157 bytes, b0c4e2c2278dedcb3698f550d4bca7e212b68205
alike: 908136 bytes, 04e0aeef77544dbddfdddeb9af6cdde96cd28f5e
long and alike: 1668534 bytes, ec0d8ea735191b76f4e32783d945ee9ae0589d2f
200 values
