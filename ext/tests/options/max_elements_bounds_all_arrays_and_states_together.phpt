--TEST--
max_elements bounds the entries of all arrays and states together, as option and as ini setting
--FILE--
<?php
class Point
{
    public $x = 1;
    public $y = 2;
    private $z = 3;
}
$values = [
    'list' => [1, 'a', null], 'vector' => range(1, 50), 'map' => ['a' => 1, 'b' => 2], 'nested' => [[[]], [1, [2]]], 'object' => new Point(), 'objects' => [new Point(), (object) ['a' => 1]],
    'rows' => array_fill(0, 10, ['a' => 1, 'b' => 'x']), 'keyed rows' => array_combine(range('a', 'j'), array_fill(0, 10, ['a' => 1, 'b' => 'x'])), 'scalar' => 5, 'empty' => [],
];
$count = static function (mixed $v) use (&$count): int {
    $entries = is_array($v) ? $v : (is_object($v) ? get_mangled_object_vars($v) : []);

    return count($entries) + array_sum(array_map($count, $entries));
};
foreach ($values as $name => $value) {
    $bytes = lyo_serialize($value);
    $n = $count($value);
    $ways = [];
    foreach ([$n, $n - 1] as $limit) {
        if ($limit < 1) {
            continue;
        }
        try {
            lyo_unserialize($bytes, ['max_elements' => $limit]);
            $ways[] = "$limit suffice";
        } catch (Lyo\Exception\LimitException $e) {
            $ways[] = "$limit do not";
        }
        ini_set('lyo.max_elements', (string) $limit);
        try {
            lyo_unserialize($bytes);
            $ways[] = "by ini $limit suffice";
        } catch (Lyo\Exception\LimitException $e) {
            $ways[] = "by ini $limit do not";
        }
        ini_set('lyo.max_elements', '0');
    }
    echo "$name: ", implode(', ', $ways), "\n";
}
/* the option goes before the setting */
ini_set('lyo.max_elements', '1');
echo count(lyo_unserialize(lyo_serialize([1, 2, 3]), ['max_elements' => 3])), ' ', count(lyo_unserialize(lyo_serialize([1, 2, 3]), ['max_elements' => 0])), "\n";
foreach (['-1', '1K'] as $setting) {
    var_dump(@ini_set('lyo.max_elements', $setting), ini_get('lyo.max_elements'));
}
--EXPECT--
list: 3 suffice, by ini 3 suffice, 2 do not, by ini 2 do not
vector: 50 suffice, by ini 50 suffice, 49 do not, by ini 49 do not
map: 2 suffice, by ini 2 suffice, 1 do not, by ini 1 do not
nested: 6 suffice, by ini 6 suffice, 5 do not, by ini 5 do not
object: 3 suffice, by ini 3 suffice, 2 do not, by ini 2 do not
objects: 6 suffice, by ini 6 suffice, 5 do not, by ini 5 do not
rows: 30 suffice, by ini 30 suffice, 29 do not, by ini 29 do not
keyed rows: 30 suffice, by ini 30 suffice, 29 do not, by ini 29 do not
scalar: 
empty: 
3 3
bool(false)
string(1) "1"
string(1) "1"
string(2) "1K"
