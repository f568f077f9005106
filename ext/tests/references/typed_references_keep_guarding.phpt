--TEST--
A reference to a typed property keeps to the type after decoding; one slot of two types obeys both
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Ints
{
    public int $i = 1;
    public ?int $n = null;
    public float $f = 1.5;
    public string $s = 's';
    public array $a = [];
    public int|string $u = 1;
    public ?Ints $o = null;
    public iterable $it = [];
    public mixed $m = null;
    public $untyped;
}

error_reporting(E_ALL & ~E_DEPRECATED); // an implicit conversion is what the types say

$value = static function (): array {
    $ints = new Ints();
    $ints->o = new Ints();

    return ['object' => $ints, 'i' => &$ints->i, 'n' => &$ints->n, 'f' => &$ints->f, 's' => &$ints->s, 'a' => &$ints->a, 'u' => &$ints->u, 'o' => &$ints->o, 'it' => &$ints->it, 'm' => &$ints->m, 'untyped' => &$ints->untyped];
};
$logs = [];
foreach (['', 'lyo_'] as $prefix) {
    $codec = new Codec($prefix);
    $bytes = $codec->encode($value());
    Log::take();
    foreach (['i', 'n', 'f', 's', 'a', 'u', 'o', 'it', 'm', 'untyped'] as $name) {
        foreach ([null, 7, 2.5, 'text', [1], new Ints(), new ArrayIterator(), true] as $new) {
            $back = $codec->decode($bytes);
            try {
                $back[$name] = $new;
                note("$name = " . get_debug_type($new) . ': ' . get_debug_type($back['object']->$name));
            } catch (TypeError $e) {
                note("$name = " . get_debug_type($new) . ': ' . $e->getMessage());
            }
            // once the object is gone, nothing guards
            unset($back['object']);
            gc_collect_cycles();
            try {
                $back[$name] = $new;
                note("  then free: " . get_debug_type($back[$name]));
            } catch (TypeError $e) {
                note('  still ' . $e->getMessage());
            }
        }
    }
    $logs[] = Log::take();
}
report('guards', $logs[0], $logs[1], quiet: true);
echo count($logs[1]), ' attempts, ', count(preg_grep('/Cannot assign/', $logs[1])), " refused\n";

class A
{
    public int|string $x = 1;
}
class B
{
    public int|float $y = 1;
}
$logs = [];
foreach (['', 'lyo_'] as $prefix) {
    $codec = new Codec($prefix);
    $a = new A();
    $b = new B();
    $b->y = &$a->x;
    $back = $codec->decode($codec->encode(['a' => $a, 'b' => $b, 'r' => &$a->x]));
    foreach ([5, 'text', 2.5] as $new) {
        try {
            $back['r'] = $new;
            note('ok ' . describe($new));
        } catch (TypeError $e) {
            note($e->getMessage());
        }
    }
    // also an int that another int|float took for a float
    $logs[] = Log::take();
}
report('two types', ...$logs);
--EXPECT--
guards: same
160 attempts, 41 refused
two types: same
  ok 5
  Cannot assign string to reference held by property A::$x of type string|int and property B::$y of type int|float, as this would result in an inconsistent type conversion
  Cannot assign float to reference held by property A::$x of type string|int and property B::$y of type int|float, as this would result in an inconsistent type conversion
