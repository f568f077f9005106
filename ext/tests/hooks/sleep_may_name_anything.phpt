--TEST--
__sleep() may name properties by any visibility, missing, unset, uninitialised, twice, mangled, or not at all
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Grandparent
{
    private mixed $secret = 'of grandparent';
    protected mixed $passed = 'passed on';
    private mixed $same = 'grandparent';
}

#[AllowDynamicProperties]
class Sleeper extends Grandparent
{
    public static mixed $names;
    public mixed $a = 1;
    protected mixed $b = 2;
    private mixed $c = 3;
    private mixed $same = 'own';
    public int $typed;
    public ?string $nullable;
    private int $hidden;
    public $untyped = 'untyped';
    public static $shared = 'static';
    public readonly int $once;
    public mixed $arg = null;

    public function __sleep()
    {
        return is_callable(self::$names) && !is_string(self::$names) ? (self::$names)($this) : self::$names;
    }
}

class Child extends Sleeper
{
    private mixed $c = 'child';
    public mixed $own = 'own of child';
}

$cases = [
    'nothing' => [],
    'all' => ['a', 'b', 'c', 'untyped'],
    'another order' => ['c', 'untyped', 'a'],
    'a missing one' => ['a', 'zz', 'b'],
    'only missing ones' => ['x', 'y'],
    'the empty name' => ['', 'a'],
    'uninitialised' => ['typed', 'nullable', 'hidden', 'once', 'a'],
    'twice' => ['a', 'b', 'a', 'a'],
    'twice by two names' => ['b', "\0*\0b", 'c', "\0Sleeper\0c"],
    'mangled' => ["\0*\0b", "\0Sleeper\0c", "\0Grandparent\0secret", "\0*\0passed"],
    'mangled, missing' => ["\0*\0zz", "\0Nobody\0c", "\0Sleeper\0", "\0", "\0\0"],
    'private of the grandparent' => ['secret', 'same', 'passed'],
    'static' => ['shared', 'a'],
    'ints' => [1, 'a', 2],
    'other scalars' => [1.5, true, false, null, 'a'],
    'by key' => ['a' => 'b', 'c' => 'a'],
    'by reference' => (static function (): array {
        $name = 'a';
        $names = [&$name, 'b', &$name];

        return $names;
    })(),
    'another case' => ['A', 'B'],
    'null' => null,
    'a string' => 'a',
    'an int' => 5,
    'true' => true,
    'an object' => new ArrayObject(['a']),
    'a stdClass' => (object) ['x' => 'a', 'y' => 'b'],
    'an array in it' => [['a'], 'b'],
    'an object in it' => [new stdClass(), 'b'],
    'unset before' => static function (Sleeper $s): array {
        unset($s->a, $s->untyped, $s->typed);

        return ['a', 'untyped', 'typed', 'arg'];
    },
    'dynamic' => static function (Sleeper $s): array {
        $s->dynamic = [1];
        $s->{'5'} = 'five';

        return ['dynamic', '5', 5, 'a'];
    },
    'dynamic, then unset' => static function (Sleeper $s): array {
        $s->dynamic = 1;
        $s->other = 2;
        unset($s->dynamic);

        return ['dynamic', 'other', 'a'];
    },
    'a reference' => static function (Sleeper $s): array {
        $s->a = &$s->untyped;

        return ['a', 'untyped', 'a'];
    },
    'an exception' => static fn() => throw new LogicException('from __sleep', 3),
    'Stringable' => [new class () {
        public function __toString(): string
        {
            note('__toString');

            return 'a';
        }
    }, 'b'],
    'Stringable that throws' => [new class () {
        public function __toString(): string
        {
            throw new LogicException('from __toString');
        }
    }, 'b'],
];
foreach ([Sleeper::class, Child::class] as $class) {
    foreach ($cases as $name => $names) {
        // met twice: whether it is null the second time is a difference of its own
        $twice = is_array($names) || is_callable($names);
        both("$class, $name", static function () use ($class, $names, $twice): array {
            Sleeper::$names = $names;
            $object = new $class();

            return $twice ? [$object, $object, 'end'] : [$object, 'end'];
        }, quiet: true);
    }
}
echo "with an error handler that throws:\n";
foreach (['a missing one', 'twice', 'ints', 'null'] as $name) {
    foreach (['', 'lyo_'] as $prefix) {
        Sleeper::$names = $cases[$name];
        set_error_handler(static fn(int $level, string $message) => throw new ErrorException(plain($message), 0, $level));
        try {
            (new Codec($prefix))->encode([new Sleeper(), new Sleeper()]);
            echo "  $name: no exception\n";
        } catch (ErrorException $e) {
            echo "  $name: ", $e->getMessage(), "\n";
        }
        restore_error_handler();
    }
}
--EXPECT--
Sleeper, nothing: same
Sleeper, all: same
Sleeper, another order: same
Sleeper, a missing one: same
Sleeper, only missing ones: same
Sleeper, the empty name: same
Sleeper, uninitialised: same
Sleeper, twice: same
Sleeper, twice by two names: same
Sleeper, mangled: same
Sleeper, mangled, missing: same
Sleeper, private of the grandparent: same
Sleeper, static: same
Sleeper, ints: same
Sleeper, other scalars: same
Sleeper, by key: same
Sleeper, by reference: same
Sleeper, another case: same
Sleeper, null: same
Sleeper, a string: same
Sleeper, an int: same
Sleeper, true: same
Sleeper, an object: same
Sleeper, a stdClass: same
Sleeper, an array in it: same
Sleeper, an object in it: same
Sleeper, unset before: same
Sleeper, dynamic: same
Sleeper, dynamic, then unset: same
Sleeper, a reference: same
Sleeper, an exception: same
Sleeper, Stringable: same
Sleeper, Stringable that throws: same
Child, nothing: same
Child, all: same
Child, another order: same
Child, a missing one: same
Child, only missing ones: same
Child, the empty name: same
Child, uninitialised: same
Child, twice: same
Child, twice by two names: same
Child, mangled: same
Child, mangled, missing: same
Child, private of the grandparent: same
Child, static: same
Child, ints: same
Child, other scalars: same
Child, by key: same
Child, by reference: same
Child, another case: same
Child, null: same
Child, a string: same
Child, an int: same
Child, true: same
Child, an object: same
Child, a stdClass: same
Child, an array in it: same
Child, an object in it: same
Child, unset before: same
Child, dynamic: same
Child, dynamic, then unset: same
Child, a reference: same
Child, an exception: same
Child, Stringable: same
Child, Stringable that throws: same
with an error handler that throws:
  a missing one: serialize(): "zz" returned as member variable from __sleep() but does not exist
  a missing one: serialize(): "zz" returned as member variable from __sleep() but does not exist
  twice: serialize(): "a" is returned from __sleep() multiple times
  twice: serialize(): "a" is returned from __sleep() multiple times
  ints: serialize(): Sleeper::__sleep() should return an array only containing the names of instance-variables to serialize
  ints: serialize(): Sleeper::__sleep() should return an array only containing the names of instance-variables to serialize
  null: serialize(): Sleeper::__sleep() should return an array only containing the names of instance-variables to serialize
  null: serialize(): Sleeper::__sleep() should return an array only containing the names of instance-variables to serialize
