--TEST--
Every proper beginning of a payload is refused as truncated, or as of wrong size inside its preamble, at an offset inside it
--FILE--
<?php
require __DIR__ . '/../support/payload.inc';

enum Suit: string
{
    case Hearts = 'h';
}
class Point
{
    public $x = 1;
    protected $y = 2.5;
    private $z = [null];
}

$shared = new Point();
$values = [
    'a string' => str_repeat('long text ', 30),
    'ints' => [0, 63, -2, 1 << 20, PHP_INT_MIN, PHP_INT_MAX],
    'floats' => [1.5, -0.0, NAN, 1e300, 0.1],
    'vectors' => [range(1, 100), array_fill(0, 50, 'x'), [true, false, true, true, false], [1.25, 2.5, 3.75, 8.0], [M_PI, M_E, 1 / 3, 2 / 3], [5, 900, 17, 3]],
    'rows' => array_map(static fn(int $i): array => ['id' => $i, 'name' => "name $i", 'kind' => ['a', 'b', null][$i % 3], 'flag' => $i % 2 === 0, 'more' => $i > 5 ? [$i] : null], range(1, 30)),
    'keyed rows' => array_combine(array_map(static fn(int $i): string => "key $i", range(1, 20)), array_map(static fn(int $i): array => ['a' => $i * $i, 'b' => $i / 4], range(1, 20))),
    'objects' => [$shared, $shared, new Point(), (object) ['a' => 1], Suit::Hearts, Suit::Hearts, new ArrayObject([1])],
    'references' => (static function (): array {
        $a = ['x' => 1];
        $a['self'] = &$a;
        $a['x2'] = &$a['x'];

        return $a;
    })(),
    'custom' => [new SplObjectStorage(), new DateTime('2020-01-01')],
    'maps' => ['one' => ['k' => 'repeated'], 'two' => ['k' => 'repeated'], 5 => 'five', 'long' => array_flip(range(0, 300, 3))],
];
$count = 0;
foreach ($values as $name => $value) {
    $bytes = lyo_serialize($value);
    for ($i = 0; $i < strlen($bytes); $i++) {
        $count++;
        $begin = substr($bytes, 0, $i);
        if (lyo_is_serialized($begin)) {
            echo "$name, $i bytes: is_serialized\n";
        }
        try {
            lyo_unserialize($begin);
            echo "$name, $i bytes: accepted\n";
        } catch (Lyo\Exception\TruncatedException $e) {
            if ($e->getOffset() > $i) {
                echo "$name, $i bytes: offset {$e->getOffset()}\n";
            }
        }
    }
    lyo_is_serialized($bytes) || print "$name: not serialized\n";
}
echo $count > 1400 ? 'more than 1400' : $count, " beginnings\n";
--EXPECT--
more than 1400 beginnings
