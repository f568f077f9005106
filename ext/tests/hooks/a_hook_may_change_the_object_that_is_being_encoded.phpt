--TEST--
A hook may unset, retype, replace, add and reorder the properties of the object that is being encoded
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

class Typed
{
    public ?Meddler $hook = null;
    public int $number = 5;
    public array $list = [1, 2, 3];
    public ?Bag $bag = null;
}

/** Where the hook sits: in an object of each kind, in lists, maps, rows, arrays by reference. */
$places = [
    'slots' => static function (Meddler $m): array {
        $bag = new Bag();
        $bag->hook = $m;

        return [$bag, [$bag]];
    },
    'dynamic' => static function (Meddler $m): array {
        $bag = new Bag();
        $bag->dynamic = $m;
        $bag->more = [1, 'text'];
        $bag->hook = 'no hook';

        return [$bag, [$bag]];
    },
    'stdClass' => static function (Meddler $m): array {
        $bag = (object) ['before' => [1], 'hook' => $m, 'after' => 'after', 'last' => (object) []];

        return [$bag, [$bag]];
    },
    'typed' => static function (Meddler $m): array {
        $typed = new Typed();
        $typed->hook = $m;
        $typed->bag = new Bag();

        return [$typed, [$typed]];
    },
];
$deeds = [
    'nothing' => static fn() => null,
    'unset before' => static function (object $o): void {
        unset($o->before, $o->dynamic);
    },
    'unset after' => static function (object $o): void {
        unset($o->after, $o->list, $o->more);
    },
    'unset itself' => static function (object $o): void {
        unset($o->hook, $o->dynamic);
    },
    'unset all' => static function (object $o): void {
        foreach (array_keys(get_object_vars($o)) as $name) {
            unset($o->$name);
        }
    },
    'retype' => static function (object $o): void {
        $o->after = [1, 2, 3, 4, 5];
        $o->number = 7;
        $o instanceof Typed && $o->list = ['a' => 1];
    },
    'replace' => static function (object $o): void {
        $o->before = new Bag();
        $o->after = (object) ['new' => 1];
    },
    'replace itself' => static function (object $o): void {
        $o->hook = null;
        $o instanceof Typed || $o->dynamic = 'replaced';
    },
    'add' => static function (object $o): void {
        for ($i = 0; $i < 20; $i++) {
            $o->{"added$i"} = [$i, "text $i"];
        }
    },
    'point back' => static function (object $o): void {
        $o->after = [$o, $o];
    },
    'make references' => static function (object $o): void {
        if ($o instanceof Typed) {
            $GLOBALS['held'] = &$o->list;
        } else {
            $GLOBALS['held'] = &$o->after;
            $o->before = &$o->after;
        }
    },
    'reorder' => static function (object $o): void {
        $after = $o->after ?? null;
        unset($o->after);
        $o->after = $after;
    },
];
/* A property that is gone when its turn comes: serialize() writes fewer than it has announced, which nobody can read. */
$unreadable = ['slots, unset after', 'slots, unset all', 'typed, unset after', 'typed, unset all'];
set_error_handler(static fn(): bool => true, E_DEPRECATED);
$runs = 0;
foreach ($places as $place => $make) {
    foreach ($deeds as $name => $deed) {
        foreach ([InSleep::class, InSerialize::class] as $class) {
            if (in_array("$place, $name", $unreadable, true)) {
                continue;
            }
            both("$place, $name, $class", static function () use ($make, $deed, $class): array {
                $value = $make(new $class());
                Meddler::$deed = static function () use ($value, $deed): void {
                    Meddler::$deed = null;
                    $deed($value[0]);
                };

                return $value;
            }, quiet: true);
            $runs++;
        }
    }
}
echo "$runs objects\n";

foreach ($unreadable as $what) {
    [$place, $name] = explode(', ', $what);
    foreach (['', 'lyo_'] as $prefix) {
        $codec = new Codec($prefix);
        $value = $places[$place](new InSleep());
        Meddler::$deed = static function () use ($value, $deeds, $name): void {
            Meddler::$deed = null;
            $deeds[$name]($value[0]);
        };
        $log = watch(static fn(): mixed => $codec->decode($codec->encode($value)), $result);
        echo $what, $prefix === '' ? ', native: ' : ', lyo: ', $result === false ? 'cannot be read' : ($log ? implode(' ', $log) : describe($result)), "\n";
    }
}
--EXPECT--
slots, nothing, InSleep: same
slots, nothing, InSerialize: same
slots, unset before, InSleep: same
slots, unset before, InSerialize: same
slots, unset itself, InSleep: same
slots, unset itself, InSerialize: same
slots, retype, InSleep: same
slots, retype, InSerialize: same
slots, replace, InSleep: same
slots, replace, InSerialize: same
slots, replace itself, InSleep: same
slots, replace itself, InSerialize: same
slots, add, InSleep: same
slots, add, InSerialize: same
slots, point back, InSleep: same
slots, point back, InSerialize: same
slots, make references, InSleep: same
slots, make references, InSerialize: same
slots, reorder, InSleep: same
slots, reorder, InSerialize: same
dynamic, nothing, InSleep: same
dynamic, nothing, InSerialize: same
dynamic, unset before, InSleep: same
dynamic, unset before, InSerialize: same
dynamic, unset after, InSleep: same
dynamic, unset after, InSerialize: same
dynamic, unset itself, InSleep: same
dynamic, unset itself, InSerialize: same
dynamic, unset all, InSleep: same
dynamic, unset all, InSerialize: same
dynamic, retype, InSleep: same
dynamic, retype, InSerialize: same
dynamic, replace, InSleep: same
dynamic, replace, InSerialize: same
dynamic, replace itself, InSleep: same
dynamic, replace itself, InSerialize: same
dynamic, add, InSleep: same
dynamic, add, InSerialize: same
dynamic, point back, InSleep: same
dynamic, point back, InSerialize: same
dynamic, make references, InSleep: same
dynamic, make references, InSerialize: same
dynamic, reorder, InSleep: same
dynamic, reorder, InSerialize: same
stdClass, nothing, InSleep: same
stdClass, nothing, InSerialize: same
stdClass, unset before, InSleep: same
stdClass, unset before, InSerialize: same
stdClass, unset after, InSleep: same
stdClass, unset after, InSerialize: same
stdClass, unset itself, InSleep: same
stdClass, unset itself, InSerialize: same
stdClass, unset all, InSleep: same
stdClass, unset all, InSerialize: same
stdClass, retype, InSleep: same
stdClass, retype, InSerialize: same
stdClass, replace, InSleep: same
stdClass, replace, InSerialize: same
stdClass, replace itself, InSleep: same
stdClass, replace itself, InSerialize: same
stdClass, add, InSleep: same
stdClass, add, InSerialize: same
stdClass, point back, InSleep: same
stdClass, point back, InSerialize: same
stdClass, make references, InSleep: same
stdClass, make references, InSerialize: same
stdClass, reorder, InSleep: same
stdClass, reorder, InSerialize: same
typed, nothing, InSleep: same
typed, nothing, InSerialize: same
typed, unset before, InSleep: same
typed, unset before, InSerialize: same
typed, unset itself, InSleep: same
typed, unset itself, InSerialize: same
typed, retype, InSleep: same
typed, retype, InSerialize: same
typed, replace, InSleep: same
typed, replace, InSerialize: same
typed, replace itself, InSleep: same
typed, replace itself, InSerialize: same
typed, add, InSleep: same
typed, add, InSerialize: same
typed, point back, InSleep: same
typed, point back, InSerialize: same
typed, make references, InSleep: same
typed, make references, InSerialize: same
typed, reorder, InSleep: same
typed, reorder, InSerialize: same
88 objects
slots, unset after, native: cannot be read
slots, unset after, lyo: [Bag#0{before: "before", hook: InSleep#1{own: "own"}, after: null, protected last: ["last"]}, [#0]]
slots, unset all, native: cannot be read
slots, unset all, lyo: [Bag#0{before: "before", hook: InSleep#1{own: "own"}, after: null, protected last: ["last"]}, [#0]]
typed, unset after, native: cannot be read
typed, unset after, lyo: throws TypeError("Cannot assign null to property Typed::$list of type array")
typed, unset all, native: cannot be read
typed, unset all, lyo: throws TypeError("Cannot assign null to property Typed::$number of type int")
