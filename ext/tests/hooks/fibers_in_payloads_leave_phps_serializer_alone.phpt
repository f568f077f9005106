--TEST--
A fiber that is suspended inside a method of Serializable, in a call of lyo, changes nothing of PHP's own serializer, however it ends
--INI--
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

class Runs implements Serializable
{
    public static ?Closure $code = null;

    public function serialize()
    {
        (self::$code)();

        return 'y';
    }

    public function unserialize($data)
    {
        (self::$code)();
    }
}

/* What PHP's own functions do with an object in two places, and with a cycle. */
function native(): string
{
    $object = new stdClass();
    $back = unserialize('a:2:{i:0;O:8:"stdClass":0:{}i:1;r:2;}');
    $text = serialize([$object, $object]);
    $object->self = $object;

    return $text . ' ' . ($back[0] === $back[1] ? 'one object' : 'TWO OBJECTS') . ' ' . serialize($object);
}

$bytes = lyo_serialize([new Waits(), 1]);
$text = 'a:1:{i:0;C:4:"Runs":1:{y}}';
$begin = ['lyo_serialize()' => fn() => lyo_serialize([new Waits(), 1]), 'lyo_unserialize()' => fn() => lyo_unserialize($bytes)];
$inside = [
    'serialize()' => fn() => serialize([new Runs(), 2]),
    'unserialize()' => fn() => unserialize($text),
    'lyo_serialize()' => fn() => lyo_serialize([new Runs(), 2]),
    'lyo_unserialize()' => fn() => lyo_unserialize(lyo_serialize([new Runs(), 2])),
];
$expected = native();
$tried = 0;
foreach ($begin as $name => $call) {
    foreach ($inside as $around => $outer) {
        foreach (['resumed inside', 'started inside, resumed behind', 'resumed behind', 'destroyed inside', 'destroyed behind', 'throws'] as $way) {
            $fiber = new Fiber($way === 'throws' ? function () use ($call) {
                $call();
                throw new Exception('as planned');
            } : $call);
            if ($way !== 'started inside, resumed behind') {
                $fiber->start();
            }
            Runs::$code = function () use ($way, &$fiber) {
                if ($way === 'resumed inside' || $way === 'throws') {
                    $fiber->isTerminated() || $fiber->resume();
                } elseif ($way === 'started inside, resumed behind') {
                    $fiber->isStarted() || $fiber->start();
                } elseif ($way === 'destroyed inside') {
                    $fiber = null;
                }
            };
            try {
                $outer();
            } catch (Exception $e) {
                $e->getMessage() === 'as planned' || print("$e\n");
            }
            if ($fiber && str_ends_with($way, 'resumed behind')) {
                $fiber->resume();
            }
            $fiber = null;
            gc_collect_cycles();
            $tried++;
            if (native() !== $expected) {
                echo "$name in a fiber, $around outside, $way: ", native(), "\n";
            }
        }
    }
}
echo $tried, " tried\n", $expected, "\n";

/* Of what a hook calls, nothing is counted for other fibers: any number of them may wait. */
$fibers = [];
for ($i = 0; $i < 300; $i++) {
    $fibers[] = $fiber = new Fiber(fn() => strlen(lyo_serialize(new Waits())));
    $fiber->start();
}
echo bin2hex(lyo_serialize(['an', 'array'])), "\n";
foreach ($fibers as $i => $fiber) {
    $i % 2 && $fiber->resume();
}
echo count(array_filter($fibers, fn($fiber) => $fiber->isTerminated() && $fiber->getReturn() === strlen($bytes) - 2)), " ended well\n";
?>
--EXPECT--
48 tried
a:2:{i:0;O:8:"stdClass":0:{}i:1;r:2;} one object O:8:"stdClass":1:{s:4:"self";r:1;}
c1108141616e446172726179
150 ended well
