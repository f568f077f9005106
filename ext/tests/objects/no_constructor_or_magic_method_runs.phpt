--TEST--
No constructor, __get, __set, __isset, __unset, __clone, __set_state or __toString runs in either direction
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

#[AllowDynamicProperties]
class Magic implements ArrayAccess, IteratorAggregate, Countable, JsonSerializable
{
    public $a = 1;
    protected $b = 2;
    public int $c;

    public function __construct()
    {
        note(__FUNCTION__);
    }

    public function __get($name)
    {
        note(__FUNCTION__);
    }

    public function __set($name, $value)
    {
        note(__FUNCTION__);
    }

    public function __isset($name)
    {
        note(__FUNCTION__);
    }

    public function __unset($name)
    {
        note(__FUNCTION__);
    }

    public function __clone()
    {
        note(__FUNCTION__);
    }

    public static function __set_state($state)
    {
        note(__FUNCTION__);
    }

    public function __call($name, $arguments)
    {
        note(__FUNCTION__);
    }

    public static function __callStatic($name, $arguments)
    {
        note(__FUNCTION__);
    }

    public function __toString(): string
    {
        note(__FUNCTION__);

        return '';
    }

    public function __debugInfo()
    {
        note(__FUNCTION__);
    }

    public function __invoke()
    {
        note(__FUNCTION__);
    }

    public function offsetGet($k): mixed
    {
        note(__FUNCTION__);

        return null;
    }

    public function offsetSet($k, $v): void
    {
        note(__FUNCTION__);
    }

    public function offsetExists($k): bool
    {
        note(__FUNCTION__);

        return true;
    }

    public function offsetUnset($k): void
    {
        note(__FUNCTION__);
    }

    public function getIterator(): Iterator
    {
        note(__FUNCTION__);

        return new ArrayIterator([]);
    }

    public function count(): int
    {
        note(__FUNCTION__);

        return 0;
    }

    public function jsonSerialize(): mixed
    {
        note(__FUNCTION__);

        return null;
    }
}
both('magic', static function (): array {
    $o = new Magic();
    (array) $o;

    return [$o, 'again' => $o];
});
both('missing and dynamic', static fn(): array => [new Magic()], change: static fn(string $bytes): string => str_replace("\x01b", "\x01q", $bytes));
--EXPECT--
magic: same
missing and dynamic: same
