--TEST--
__unserialize() may set readonly properties that have defaults, as unserialize() lets it, and nobody may afterwards
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80600) {
    die('skip readonly properties have no defaults before PHP 8.6');
}
?>
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Point
{
    public readonly int $x = 5;
    protected readonly ?object $inner = null;
    private readonly array $list = ['default'];
    public readonly string $bare;

    public function __construct(public mixed $other = null)
    {
        $this->bare = 'set';
    }

    public function __serialize(): array
    {
        return ['x' => 8, 'inner' => $this->other, 'list' => [1, 2], 'bare' => 'read'];
    }

    public function __unserialize(array $data): void
    {
        foreach ($data as $name => $value) {
            $this->$name = $value;
        }
    }
}
class Child extends Point
{
    public readonly int $y = 6;

    public function __serialize(): array
    {
        return parent::__serialize() + ['y' => 9];
    }
}
readonly class Closed
{
    public int $a = 1;
    public string $b = 'b';

    public function __serialize(): array
    {
        return ['a' => 2];
    }

    public function __unserialize(array $data): void
    {
        $this->a = $data['a'];
    }
}
class Twice
{
    public readonly int $x = 5;

    public function __serialize(): array
    {
        return [];
    }

    public function __unserialize(array $data): void
    {
        $this->x = 6;
        try {
            $this->x = 7;
        } catch (Error $e) {
            note(thrown($e));
        }
    }
}
class Breaks
{
    public static ?self $kept = null;
    public readonly int $x = 5;

    public function __serialize(): array
    {
        return [];
    }

    public function __unserialize(array $data): void
    {
        self::$kept = $this;
        throw new LogicException('before x is set');
    }
}
class Inside
{
    public readonly int $x = 5;

    public function __serialize(): array
    {
        return [];
    }

    public function __unserialize(array $data): void
    {
        $other = codec()->decode(codec()->encode(new Closed()));
        $this->x = $other->a;
    }
}
class Wakes
{
    public readonly int $x = 5;

    public function __wakeup(): void
    {
        try {
            $this->x = 6;
        } catch (Error $e) {
            note(thrown($e));
        }
    }
}
class Plain
{
    public readonly int $x = 5;
    public readonly array $list = [1];
}
$write = static function (mixed $object): void {
    try {
        $object->x = 100;
        note('WRITTEN');
    } catch (Error $e) {
        note(thrown($e));
    }
};
foreach ([
    'point' => static fn(): mixed => new Point(),
    'points' => static fn(): mixed => [new Point(new Point()), new Point()],
    'child' => static fn(): mixed => [new Child(new Child()), new Point()],
    'readonly class' => static fn(): mixed => [new Closed(), new Closed()],
    'twice' => static fn(): mixed => new Twice(),
    'breaks' => static fn(): mixed => new Breaks(),
    'inside' => static fn(): mixed => [new Inside(), new Inside()],
    'wakes' => static fn(): mixed => new Wakes(),
    'plain' => static fn(): mixed => [new Plain(), new Plain()],
] as $name => $make) {
    both($name, $make);
}
foreach (['', 'lyo_'] as $prefix) {
    $codec = new Codec($prefix);
    foreach ([new Point(), new Twice(), new Breaks()] as $value) {
        $back = null;
        try {
            $back = $codec->decode($codec->encode($value));
        } catch (LogicException) {
            $back = Breaks::$kept;
        }
        echo implode(' ', watch(static fn() => $write($back), $nothing)), "\n";
    }
}
--EXPECT--
point: same
points: same
child: same
readonly class: same
twice: same
  decode: Error("Cannot modify readonly property Twice::$x")
breaks: same
  decode: throws LogicException("before x is set")
inside: same
wakes: same
  decode: Error("Cannot modify readonly property Wakes::$x")
plain: same
Error("Cannot modify readonly property Point::$x")
Error("Cannot modify readonly property Twice::$x")
Error("Cannot modify readonly property Breaks::$x")
Error("Cannot modify readonly property Point::$x")
Error("Cannot modify readonly property Twice::$x")
Error("Cannot modify readonly property Breaks::$x")
