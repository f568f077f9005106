--TEST--
Names of one byte take no room in the shape cache: it stays below its limit
--SKIPIF--
<?php
require __DIR__ . '/../support/child.inc';
module_path() ?? die('skip the path of the module is not known here');
?>
--FILE--
<?php
require __DIR__ . '/../support/child.inc';

$code = 'require ' . var_export(__DIR__ . '/../support/payload.inc', true) . ';' . <<<'PHP'
    for ($i = 0; $i < 400; $i++) {
        $keys = array_map(static fn(int $j): string => text(chr(65 + ($i * 16 + $j) % 190)), range(0, 15));
        $payload = payload("\xA0", [map_shape(text("n$i"), ...$keys)]);
        for ($turn = 0; $turn < 3; $turn++) {
            lyo_unserialize($payload);
        }
    }
    $shapes = lyo_status()['process']['shapes'];
    echo $shapes['entries'] > 0 && $shapes['bytes'] <= $shapes['limit'] ? 'below' : "$shapes[entries] entries, $shapes[bytes] bytes";
    PHP;
$count = 0;
for ($limit = 14; $limit <= 32; $limit += 2) {
    [$status, $output] = child($code, "lyo.shape_cache={$limit}K");
    $count++;
    [$status, $output] === [0, 'below'] || print("$limit kB: status $status, $output\n");
}
echo "$count limits\n";
?>
--EXPECT--
10 limits
