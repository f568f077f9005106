--TEST--
A PHP reference that is met once changes no byte, wherever it stands in a list of records
--FILE--
<?php
$front = str_repeat('x', 2000); // shapes are not defined at once any more behind it
$compared = 0;
foreach ([1, 2, 3, 7, 8, 9, 200] as $n) {
    foreach ([false, true] as $alike) {
        $rows = [];
        for ($i = 0; $i < $n; $i++) {
            $rows[] = ['k' => $i, 'l' => "s$i"];
        }
        if (!$alike) {
            $rows[$n - 1]['m'] = 1;
        }
        $plain = lyo_serialize([$front, $rows, 'map' => ['first' => $rows[0]] + $rows]);
        foreach ([0, 1, $n - 1] as $at) {
            $copy = $rows;
            if (!isset($copy[$at])) {
                continue;
            }
            $row = $copy[$at];
            $copy[$at] = &$row;
            $first = $rows[0];
            if (lyo_serialize([$front, $copy, 'map' => ['first' => &$first] + $rows]) !== $plain) {
                echo "$n rows, reference at $at: OTHER BYTES\n";
            }
            unset($row, $first);
            $compared++;
        }
    }
}
echo "$compared compared\n";
?>
--EXPECT--
40 compared
