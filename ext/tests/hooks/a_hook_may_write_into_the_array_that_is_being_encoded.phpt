--TEST--
A hook may write through a reference into the array that is being encoded: what is written is the array as it was when its turn came
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

/** Does something to the value when it is asked for its state. */
abstract class Meddler
{
    public static ?Closure $deed = null;
    public mixed $own = 'own';

    protected function meddle(): void
    {
        if (self::$deed) {
            $deed = self::$deed;
            $deed($this);
        }
    }
}

class InSleep extends Meddler
{
    public function __sleep(): array
    {
        $this->meddle();

        return ['own'];
    }
}

class InSerialize extends Meddler
{
    public function __serialize(): array
    {
        $this->meddle();

        return ['own' => $this->own];
    }

    public function __unserialize(array $data): void
    {
        $this->own = $data['own'];
    }
}

#[AllowDynamicProperties]
class Bag
{
    public mixed $before = 'before';
    public mixed $hook = null;
    public mixed $after = 'after';
    protected mixed $last = ['last'];

    public function drop(string $name): void
    {
        unset($this->$name);
    }
}

/*
 * The hook reaches the array through a PHP reference, or as property of a parent. serialize() reads freed memory in most of
 * these cases and often crashes, so it is not asked.
 */
$shapes = [
    'list' => static fn(Meddler $m): array => [1, $m, 'after', [2], $m],
    'map' => static fn(Meddler $m): array => ['before' => 1, 'hook' => $m, 'after' => 'x', 'last' => [2]],
    'int keys' => static fn(Meddler $m): array => [5 => 1, 7 => $m, 9 => 'x', 'last' => [2]],
    'rows' => static fn(Meddler $m): array => array_map(static fn(int $i): array => ['id' => $i, 'name' => "n$i", 'o' => $i === 3 ? $m : null], range(0, 11)),
    'keyed rows' => static function (Meddler $m): array {
        foreach (range(0, 11) as $i) {
            $rows["k$i"] = ['id' => $i, 'name' => "n$i", 'o' => $i === 3 ? $m : null];
        }

        return $rows;
    },
    'records' => static fn(Meddler $m): array => [['a' => $m, 'b' => 2], ['a' => 1, 'b' => 2], ['a' => 1, 'b' => $m]],
    'nested' => static fn(Meddler $m): array => [[[[$m, 'x'], 'y'], 'z'], 'w'],
];
$changes = [
    'unset last' => static function (array &$a): void {
        array_pop($a);
    },
    'unset first' => static function (array &$a): void {
        unset($a[array_key_first($a)]);
    },
    'clear' => static function (array &$a): void {
        $a = [];
    },
    'retype' => static function (array &$a): void {
        foreach ($a as &$v) {
            $v = 'retyped';
        }
    },
    'replace' => static function (array &$a): void {
        foreach ($a as $k => $v) {
            $a[$k] = new Bag();
        }
    },
    'another array' => static function (array &$a): void {
        $a = ['another' => range(1, 100)];
    },
    'grow' => static function (array &$a): void {
        for ($i = 0; $i < 100; $i++) {
            $a["grown $i"] = $i;
        }
    },
    'shuffle' => static function (array &$a): void {
        $a = array_reverse($a, true);
    },
    'reference into it' => static function (array &$a): void {
        foreach ($a as $k => &$v) {
            $GLOBALS['refs'][] = &$v;
        }
    },
    'itself' => static function (array &$a): void {
        $a['self'] = &$a;
    },
    'another type' => static function (mixed &$a): void {
        $a = 'no array';
    },
];

/** The value, and what the hook changes. */
function make(string $way, array $array, Bag $holder, ?Closure $change): array
{
    $value = ['x' => 1];
    match ($way) {
        'by reference', 'by a reference that is gone' => $value['array'] = &$array,
        'by several references' => $value += ['first' => &$array, 'second' => &$array, 'third' => [&$array]],
        'in a property' => $holder->hook = $array,
        'by reference in a property' => $holder->hook = &$array,
    };
    $value['holder'] = $holder;
    $value['end'] = 'end';
    Meddler::$deed = $change ? static function () use (&$array, $holder, $change, $way): void {
        Meddler::$deed = null;
        $way === 'in a property' ? $change($holder->hook) : $change($array);
        if ($way === 'by a reference that is gone') {
            unset($array);
        }
    } : null;

    return $value;
}

$runs = $wrong = 0;
foreach ($shapes as $shape => $array) {
    foreach ($changes as $name => $change) {
        foreach ([InSleep::class, InSerialize::class] as $class) {
            foreach (['by reference', 'by several references', 'in a property', 'by reference in a property', 'by a reference that is gone'] as $way) {
                $runs++;
                $refs = [];
                $value = make($way, $array(new $class()), new Bag(), $change);
                $got = describe(lyo_unserialize(lyo_serialize($value)));
                $value = make($way, $array(new $class()), new Bag(), null);
                $wanted = describe(lyo_unserialize(lyo_serialize($value)));
                if ($got !== $wanted) {
                    $wrong++;
                    echo "$shape, $name, $class, $way:\n  $got\n  $wanted\n";
                }
            }
        }
    }
}
echo "$runs arrays, $wrong other than they were\n";
--EXPECT--
770 arrays, 0 other than they were
