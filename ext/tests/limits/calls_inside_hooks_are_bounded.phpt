--TEST--
A hook that encodes or decodes itself without end is stopped by an exception, in a fiber, too
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
class Item
{
    public mixed $value = null;
}
class Custom implements Serializable
{
    public mixed $child = null;

    public function serialize()
    {
        return lyo_serialize($this->child);
    }

    public function unserialize($data)
    {
        $this->child = lyo_unserialize($data);
    }
}
class State
{
    public function __serialize(): array
    {
        return [lyo_serialize($this)];
    }
}
class Wakes
{
    public static int $woken = 0;

    public function __construct(public string $bytes)
    {
    }

    public function __wakeup(): void
    {
        self::$woken++;
        lyo_unserialize($this->bytes);
    }
}
function told(string $name, Closure $run): void
{
    try {
        $run();
        echo "$name: done\n";
    } catch (Lyo\Exception\LimitException $e) {
        echo "$name: {$e->getMessage()}\n";
    }
}
function wrapped(int $times): string
{
    $bytes = lyo_serialize(1);
    while ($times-- > 0) {
        $bytes = lyo_serialize(new Wakes($bytes));
    }

    return $bytes;
}
$all = static function (): void {
    $circle = new Custom();
    $circle->child = new Item();
    $circle->child->value = $circle;
    told('serialize()', static fn() => lyo_serialize($circle));
    told('__serialize()', static fn() => lyo_serialize(new State()));
    told('__wakeup() of 150', static fn() => lyo_unserialize(wrapped(150)));
    echo Wakes::$woken, "\n";
    told('__wakeup() of 120', static fn() => lyo_unserialize(wrapped(120)));
    Wakes::$woken = 0;
};
$all();
PHP_DEBUG && ini_set('fiber.stack_size', '16M'); // frames of an instrumented build are many times larger
(new Fiber($all))->start();
echo lyo_unserialize(lyo_serialize('and all goes on')), "\n";
--EXPECT--
serialize(): nested too deeply at offset 0
__serialize(): nested too deeply at offset 0
__wakeup() of 150: nested too deeply at offset 0
128
__wakeup() of 120: done
serialize(): nested too deeply at offset 0
__serialize(): nested too deeply at offset 0
__wakeup() of 150: nested too deeply at offset 0
128
__wakeup() of 120: done
and all goes on
