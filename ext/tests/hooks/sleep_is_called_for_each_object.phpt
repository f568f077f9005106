--TEST--
__sleep() is called for each object, also when its names follow from which properties there are
--SKIPIF--
<?php
getenv('USE_ZEND_ALLOC') === '0' && die('skip memory is not counted without the Zend allocator');
?>
--FILE--
<?php
namespace App;

abstract class Base
{
    public $a = 1;
    protected $b = [2];
    private $c = 3;
    public ?int $d = null;
    public $cache = 'x';

    public static array $log = [];
    public static int $calls = 0;
}

class Keys extends Base { public function __sleep() { return array_keys(get_object_vars($this)); } }
class WithoutSome extends Base { public function __sleep(): array { return array_diff(array_keys(get_object_vars($this)), ['cache', 'b']); } }
class Unsetting extends Base { public function __sleep() { $vars = get_object_vars($this); unset($vars['cache'], $vars['nope']); return array_keys($vars); } }
class Chosen extends Base { public function __sleep() { $vars = get_object_vars($this); return array_values(array_filter(['a', 'd', 'gone'], fn ($name) => array_key_exists($name, $vars))); } }
class Closing extends Base { public function __sleep() { $vars = get_object_vars($this); $not = ['a' => 0]; return array_filter(array_keys($vars), static function (string $name) use ($not): bool { return !array_key_exists($name, $not); }); } }
class ByKey extends Base { public function __sleep() { return array_keys(array_filter(get_object_vars($this), fn ($name) => $name !== 'cache', \ARRAY_FILTER_USE_KEY)); } }
class Intersecting extends Base { public function __sleep() { return array_keys(array_intersect_key(get_object_vars($this), array_flip(['a', 'd', 'z']))); } }
class Child extends Keys { public $e = 5; public function __sleep() { $names = parent::__sleep(); $names[] = 'd'; return array_unique($names); } }
class Merging extends Keys { protected $f = 6; public function __sleep() { return array_merge(array_diff(parent::__sleep(), ['f']), ['f']); } }
class Redeclaring extends Keys { protected $b = [3]; public $g = 7; public $a = 2; }
class Spreading extends WithoutSome { public function __sleep(): array { return [...parent::__sleep(), 'b']; } }

class Valued extends Base { public function __sleep() { $vars = get_object_vars($this); return array_keys(array_filter($vars)); } }
class Captured extends Base { public function __sleep() { $vars = get_object_vars($this); return array_values(array_filter(array_keys($vars), fn ($name) => $vars[$name] !== null)); } }
class IsSet_ extends Base { public function __sleep() { $vars = get_object_vars($this); return array_filter(['a', 'd'], fn ($name) => isset($vars[$name])); } }
class Counting extends Base { public function __sleep() { static $n = 0; return array_slice(['a', 'b', 'd', 'cache'], 0, 1 + $n++ % 4); } }
class CountingInClosure extends Base { public function __sleep() { $n = 0; $f = function ($name) use (&$n) { return $n++ < 2; }; return array_filter(array_keys(get_object_vars($this)), $f); } }
class ClosureThatCounts extends Base { public function __sleep() { return array_filter(array_keys(get_object_vars($this)), function ($name) { static $n = 0; self::$calls++; return $n++ % 3 !== 1; }); } }
class Telling extends Base { public function __sleep() { self::$log[] = static::class; return array_keys(get_object_vars($this)); } }
class TellingParent extends Telling { public function __sleep() { return parent::__sleep(); } }
class Changing extends Base { public function __sleep() { $this->cache = null; $this->a++; return array_keys(get_object_vars($this)); } }
class Writing extends Base { public function __sleep() { $vars = (array) $this; $vars['a'] = 'written'; return array_keys(get_object_vars($this)); } }
class Conditional extends Base { public function __sleep() { return $this->a === 3 ? ['a'] : ['a', 'd']; } }
class Looping extends Base { public function __sleep() { $names = []; foreach (get_object_vars($this) as $name => $value) { if ($value !== null) { $names[] = $name; } } return $names; } }
class Calling extends Base { public function __sleep() { return own_names($this); } }
class Late extends Base { public function __sleep() { return array_values(\array_keys(get_object_vars($this))); } }
class Undefined extends Base { public function __sleep() { return array_keys(get_object_vars($this) + ['a' => $nope]); } }
class Using extends Base { public function __sleep() { return array_filter(array_keys(get_object_vars($this)), function ($name) use ($nope) { return $name !== 'a'; }); } }
class AsText extends Base { public function __sleep() { return array_diff(['a', 'b'], [['c']]); } }

function own_names($object) { Base::$calls++; return array_keys(get_object_vars($object)); }

set_error_handler(static function (int $level, string $message): bool { Base::$log[] = "$level $message"; return true; });

function make(string $class, int $i): object
{
    $object = new $class();
    $object->a = $i % 4;
    $object->d = $i % 2 ? 7 : null;
    if ($i === 5) {
        unset($object->d);
    }
    if ($i === 6) {
        unset($object->d);
        $object->d = 8;
    }
    if ($i === 7) {
        get_object_vars($object); // has a table of its properties now
    }
    if ($i === 8) {
        $a = 9;
        $object->a = &$a;
        Base::$log['held'] = &$a;
    }

    return $object;
}

/** What is written of ten objects, one by one and then all at a time, and what was told meanwhile. */
function outcome(string $class, callable $encode, callable $decode): string
{
    $states = [];
    $objects = array_map(fn (int $i): object => make($class, $i), range(0, 9));
    Base::$log = [];
    Base::$calls = 0;
    foreach ([...$objects, $objects, ...$objects] as $value) {
        $states[] = serialize($decode($encode($value), ['allowed_classes' => false]));
    }

    return implode("\n", $states) . str_replace('lyo_serialize', 'serialize', implode(' ', array_map('strval', Base::$log))) . Base::$calls;
}

/** Bytes that encoding takes from the memory of a new object: get_object_vars() in a hook makes it a table. */
function taken(string $class): int
{
    $object = new $class();
    Base::$log = array_fill(0, 1000, ''); // has room for what is told meanwhile
    Base::$log[] = '';
    $before = memory_get_usage();
    $bytes = lyo_serialize([$object, 1]);
    $taken = memory_get_usage() - $before;

    return $taken - strlen($bytes) > 300 ? $taken : 0;
}

foreach (get_declared_classes() as $class) {
    if (!is_subclass_of($class, Base::class) || $class === Counting::class || $class === ClosureThatCounts::class) {
        continue;
    }
    $called = taken($class);
    $same = outcome($class, 'lyo_serialize', 'lyo_unserialize') === outcome($class, 'serialize', 'unserialize');
    echo substr($class, 4), ': ', $same ? 'same' : 'different', $called > 0 ? ', called ' . (taken($class) > 0 ? 'each time' : 'no more') : '', "\n";
}

// a function of the namespace, declared when the hook has been asked often, is not what it calls; a new place that calls it does
eval('namespace App; function array_keys($a) { Base::$log[] = "shadow"; return ["a"]; } function array_values($a) { Base::$log[] = "shadow"; return ["a"]; }
class Later extends Base { public function __sleep() { return array_keys(get_object_vars($this)); } }');
foreach ([Keys::class, Child::class, Late::class, Later::class] as $class) {
    echo substr($class, 4), ': ', outcome($class, 'lyo_serialize', 'lyo_unserialize') === outcome($class, 'serialize', 'unserialize') ? 'same' : 'different', ' ', count(Base::$log), "\n";
}

// counters go on with each call
for ($i = 0; $i < 8; $i++) {
    echo count((array) lyo_unserialize(lyo_serialize(new Counting()), ['allowed_classes' => false])) - 1, ' ';
}
Base::$calls = 0;
lyo_serialize([new ClosureThatCounts(), new ClosureThatCounts(), new ClosureThatCounts(), new ClosureThatCounts()]);
echo Base::$calls, "\n";
?>
--EXPECT--
Keys: same, called each time
WithoutSome: same, called each time
Unsetting: same, called each time
Chosen: same, called each time
Closing: same, called each time
ByKey: same, called each time
Intersecting: same, called each time
Child: same, called each time
Merging: same, called each time
Redeclaring: same, called each time
Spreading: same, called each time
Valued: same, called each time
Captured: same, called each time
IsSet_: same, called each time
CountingInClosure: same, called each time
Telling: same, called each time
TellingParent: same, called each time
Changing: same, called each time
Writing: same, called each time
Conditional: same
Looping: same, called each time
Calling: same, called each time
Late: same, called each time
Undefined: same, called each time
Using: same, called each time
AsText: same
Keys: same 0
Child: same 0
Late: same 0
Later: same 30
1 2 3 4 1 2 3 4 4
