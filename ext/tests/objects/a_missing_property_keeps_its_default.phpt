--TEST--
Uninitialised and unset properties are not written; a property that is missing in the data has its default, or no value
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Typed
{
    public int $never;
    public ?string $nullable;
    private array $hidden;
    public int $set = 5;
    public $untyped = 'default';
    protected readonly int $once;
    public string $text = 'default';

    public function init(): static
    {
        $this->hidden = [1];
        $this->once = 7;

        return $this;
    }

    public function drop(string ...$names): static
    {
        foreach ($names as $name) {
            unset($this->$name);
        }

        return $this;
    }
}
class Magic extends Typed
{
    public function __get(string $name): mixed
    {
        note("__get $name");

        return null;
    }

    public function __isset(string $name): bool
    {
        note("__isset $name");

        return true;
    }

    public function __set(string $name, mixed $value): void
    {
        note("__set $name");
    }
}
foreach ([Typed::class, Magic::class] as $class) {
    both("$class, new", static fn(): object => new $class());
    both("$class, initialised", static fn(): object => (new $class())->init());
    both("$class, unset", static fn(): object => (new $class())->drop('set', 'untyped', 'text'));
    both("$class, all unset", static fn(): object => (new $class())->init()->drop('never', 'nullable', 'hidden', 'set', 'untyped', 'text'));
    both("$class, with a table", static function () use ($class): array {
        $o = (new $class())->drop('untyped');
        foreach ($o as $k => $v) {
        }
        (array) $o;

        return [$o, $o];
    });
}
$back = lyo_unserialize(lyo_serialize((new Typed())->drop('set', 'text')));
foreach (['never', 'nullable', 'set'] as $name) {
    try {
        var_dump($back->$name);
    } catch (Error $e) {
        echo $e->getMessage(), "\n";
    }
}
class Plain
{
    public $a = [1, 2];
    public $b;

    public function __construct()
    {
        echo "not to be called\n";
    }
}
$bytes = "\xC1\x18\x0A\2\x44Plain\1\xA5b\x61\x05";
$bytes = "\xC1\x18" . chr(10) . "\2\x44Plain\1\xA5b\x61\x05";
echo describe(lyo_unserialize($bytes)), "\n";
--EXPECT--
Typed, new: same
Typed, initialised: same
Typed, unset: same
Typed, all unset: same
Typed, with a table: same
Magic, new: same
Magic, initialised: same
Magic, unset: same
Magic, all unset: same
Magic, with a table: same
Typed property Typed::$never must not be accessed before initialization
Typed property Typed::$nullable must not be accessed before initialization
int(5)
Plain#0{a: [1, 2], b: 3}
