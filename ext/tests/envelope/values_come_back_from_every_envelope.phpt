--TEST--
Values come back from every envelope, and are compressed only where that pays
--SKIPIF--
<?php
require __DIR__ . '/../support/compression.inc';
skip_without('zlib');
?>
--FILE--
<?php
require __DIR__ . '/../support/compression.inc';

class Point
{
    public function __construct(public int $x = 0, protected array $list = [])
    {
    }
}
$shared = new Point(5, ['a']);
$values = [null, 'x', 5, [1, 2, 3], ['shared' => [$shared, $shared], 'text' => str_repeat('much text ', 400)], random_bytes(3000), str_repeat('a', 3 << 20)];
$key = str_repeat('k', 32);
$algorithms = ['zlib' => [-1, 0, 1, 6, 9], 'zstd' => [-100, -5, -1, 0, 1, 3, 19]];
if (!compresses_with('zstd')) {
    unset($algorithms['zstd']);
}
$tried = 0;
$smaller = [];
foreach ($values as $i => $value) {
    $plain = lyo_serialize($value);
    foreach ([[], ['sign' => ['k' => $key], 'context' => "value $i"]] as $sign) {
        $forms = [['checksum' => true]];
        foreach ($algorithms as $algorithm => $levels) {
            foreach ($levels as $level) {
                $forms[] = ['compress' => $algorithm, 'level' => $level];
            }
            $forms[] = ['compress' => $algorithm, 'min_size' => 0, 'min_ratio' => 1];
        }
        foreach ($forms as $form) {
            $data = lyo_serialize($value, $form + $sign);
            $tried++;
            if (serialize(lyo_unserialize($data, $sign)) !== serialize($value)) {
                echo "value $i differs: ", json_encode($form), "\n";
            }
            if (isset($form['compress']) && ($form['level'] ?? 1) > 0) {
                $smaller[$i] = ($smaller[$i] ?? true) && strlen($data) < strlen($plain);
            }
        }
    }
}
echo $tried >= 98 ? 'more than 97' : $tried, " forms tried\n", json_encode($smaller), "\n";
var_dump(lyo_serialize($values[5], ['compress' => 'zlib']) === lyo_serialize($values[5]));
var_dump(lyo_serialize('x', ['compress' => 'zlib', 'checksum' => true]) === lyo_serialize('x', ['checksum' => true]));
var_dump(lyo_serialize(str_repeat('x', 600), ['compress' => 'zlib', 'min_ratio' => 100]) === lyo_serialize(str_repeat('x', 600)));
/* Only a compression that is here is taken as one. */
ob_start();
phpinfo(INFO_MODULES);
echo preg_match_all('/^(zlib|zstd) => (\d|not in this build)/m', explode("\nlyo\n", ob_get_clean())[1]), " lines of phpinfo()\n";
--EXPECT--
more than 97 forms tried
[false,false,false,false,true,false,true]
bool(true)
bool(true)
bool(true)
2 lines of phpinfo()
