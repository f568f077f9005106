--TEST--
A fiber that Serializable::unserialize() starts has the class policy of the call, also one that outlives it, and one inside another; one that was started before has not
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
class Gadget
{
    public $x;

    public function __wakeup(): void
    {
        echo 'Gadget::__wakeup() ran ';
    }
}
class Fine
{
    public function __wakeup(): void
    {
        echo 'Fine::__wakeup() ran ';
    }
}
final class Ser implements Serializable
{
    public static Closure $how;
    public mixed $v = null;

    public function serialize(): string
    {
        return serialize([new Gadget(), new Fine()]);
    }

    public function unserialize(string $data): void
    {
        $this->v = (self::$how)($data);
    }
}
$show = static fn(mixed $v): string => is_array($v) ? implode(' ', array_map(get_debug_type(...), $v)) : get_debug_type($v);
$bytes = lyo_serialize(new Ser());
$policy = ['allowed_classes' => ['Ser', 'Fine']];
$run = static function (Closure $code): mixed {
    $fiber = new Fiber($code);
    $fiber->start();

    return $fiber->getReturn();
};
Ser::$how = static fn(string $data): mixed => $run(static fn(): mixed => unserialize($data));
echo $show(lyo_unserialize($bytes, $policy)->v), "\n";
Ser::$how = static fn(string $data): mixed => $run(static fn(): mixed => $run(static fn(): mixed => unserialize($data)));
echo $show(lyo_unserialize($bytes, $policy)->v), ", in two\n";
// without a policy there is none to inherit
Ser::$how = static fn(string $data): mixed => $run(static fn(): mixed => unserialize($data));
echo $show(lyo_unserialize($bytes)->v), ", all allowed\n";
// a policy of its own
Ser::$how = static fn(string $data): mixed => $run(static fn(): mixed => unserialize($data, ['allowed_classes' => true]));
echo $show(lyo_unserialize($bytes, $policy)->v), ", as it asks\n";
// the call ends, and its list with it; the fiber goes on
Ser::$how = static function (string $data): Fiber {
    $fiber = new Fiber(static function () use ($data): array {
        Fiber::suspend();
        $first = unserialize($data);
        Fiber::suspend();
        return [...$first, ...unserialize($data)];
    });
    $fiber->start();
    return $fiber;
};
$fiber = lyo_unserialize($bytes, ['allowed_classes' => array_map(strtolower(...), ['SER', 'FINE'])])->v;
$others = array_map(static fn(int $i): string => str_repeat(chr(65 + $i % 26), 8), range(1, 1000));
$fiber->resume();
echo $show(unserialize(serialize([new Gadget()]))), ' outside, meanwhile; ';
$fiber->resume();
echo $show($fiber->getReturn()), ", outlives the call\n";
// the application's own, which waits since before the call
$worker = new Fiber(static fn(): mixed => unserialize(Fiber::suspend()));
$worker->start();
Ser::$how = static function (string $data) use ($worker): mixed {
    $worker->resume($data);

    return $worker->getReturn();
};
echo $show(lyo_unserialize($bytes, $policy)->v), ", started before\n";
Ser::$how = static function (string $data): Fiber {
    $fiber = new Fiber(static function () use ($data): void {
        Fiber::suspend();
        unserialize($data);
        Fiber::suspend();
    });
    $fiber->start();

    return $fiber;
};
// one that never ends
$left = lyo_unserialize($bytes, $policy)->v;
$left->resume();
unset($left);
gc_collect_cycles();
// one that throws, and one whose data are refused afterwards
Ser::$how = static fn(string $data): mixed => $run(static function () use ($data): never {
    unserialize($data);
    throw new DomainException('thrown in the fiber');
});
try {
    lyo_unserialize($bytes, $policy);
} catch (DomainException $e) {
    echo $e->getMessage(), "\n";
}
echo json_encode(lyo_status()['request']['calls'] ?? 0), "\n";
--EXPECT--
Fine::__wakeup() ran __PHP_Incomplete_Class Fine
Fine::__wakeup() ran __PHP_Incomplete_Class Fine, in two
Gadget::__wakeup() ran Fine::__wakeup() ran Gadget Fine, all allowed
Gadget::__wakeup() ran Fine::__wakeup() ran Gadget Fine, as it asks
Gadget::__wakeup() ran Gadget outside, meanwhile; Fine::__wakeup() ran Fine::__wakeup() ran __PHP_Incomplete_Class Fine __PHP_Incomplete_Class Fine, outlives the call
Gadget::__wakeup() ran Fine::__wakeup() ran Gadget Fine, started before
Fine::__wakeup() ran Fine::__wakeup() ran thrown in the fiber
0
