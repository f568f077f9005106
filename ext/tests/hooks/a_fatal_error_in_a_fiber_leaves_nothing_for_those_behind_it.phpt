--TEST--
A fatal error inside a hook, in a fiber, while other fibers wait in hooks: shutdown functions serialize as before, in new fibers, too
--SKIPIF--
<?php
getenv('USE_ZEND_ALLOC') === '0' && die('skip there is no limit without the Zend allocator');
?>
--INI--
memory_limit=32M
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
class Waits implements Serializable
{
    public function serialize()
    {
        Fiber::getCurrent() && Fiber::suspend();

        return 'x';
    }

    public function unserialize($data)
    {
        Fiber::getCurrent() && Fiber::suspend();
    }
}

class Eats
{
    public static int $depth = 0;

    public function __serialize(): array
    {
        if (self::$depth++ < 3) {
            $fiber = new Fiber(fn() => lyo_serialize([new self()]));
            $fiber->start();
        }
        for ($all = [];;) {
            $all[] = str_repeat('x', 100000 + count($all));
        }
    }
}

$fibers = [];
for ($i = 0; $i < 5; $i++) {
    $fibers[] = $fiber = new Fiber(fn() => lyo_serialize([new Waits(), 1]));
    $fiber->start();
}

register_shutdown_function(function () use (&$fibers) {
    echo "\nshutdown\n";
    $expected = lyo_serialize([1, 'two', new ArrayObject([3])]);
    $fibers = [];
    $same = 0;
    for ($i = 0; $i < 200; $i++) {
        $fiber = new Fiber(function () {
            $bytes = lyo_serialize([new Waits(), 1]);

            return lyo_unserialize($bytes);
        });
        $fiber->start();
        $object = new stdClass();
        $same += serialize([$object, $object]) === 'a:2:{i:0;O:8:"stdClass":0:{}i:1;r:2;}';
        $fiber->resume();
        $same += lyo_serialize([1, 'two', new ArrayObject([3])]) === $expected;
        $fiber->resume();
        $same += $fiber->isTerminated() && $fiber->getReturn()[1] === 1;
    }
    echo $same, " of 600\n";
});
lyo_serialize([new Eats()]);
?>
--EXPECTF--
%AFatal error: Allowed memory size of 33554432 bytes exhausted%A
shutdown
600 of 600
