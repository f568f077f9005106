--TEST--
An initializer may change the names of __sleep(), and a hook or an error handler may reset the proxy that is being written
--SKIPIF--
<?php
PHP_VERSION_ID < 80400 && die('skip lazy objects are new in PHP 8.4');
?>
--FILE--
<?php
class Names
{
    public static string $name;
    public $alpha = 1;
    public $beta = 2;

    public function __sleep(): array
    {
        $names = ['x'];
        $names[0] = &self::$name;

        return $names;
    }
}
$class = new ReflectionClass('Names');
$texts = [];
foreach (['serialize' => 'unserialize', 'lyo_serialize' => 'lyo_unserialize'] as $encode => $decode) {
    Names::$name = substr(str_repeat('alpha', 2), 0, 5);
    $ghost = $class->newLazyGhost(static function (Names $ghost): void {
        Names::$name = substr(str_repeat('beta', 2), 0, 4);
        $ghost->alpha = 5;
        $ghost->beta = 6;
    });
    $texts[] = json_encode($decode($encode($ghost)));
}
echo 'names: ', $texts[0] === $texts[1] ? "as serialize(), $texts[0]" : "$texts[0], BUT $texts[1]", "\n";

class Sleeps
{
    public $alpha;
    public $beta;

    public function __sleep(): array
    {
        return ['missing', 'alpha', 'beta'];
    }
}
$class = new ReflectionClass('Sleeps');
$make = static function (string $beta): Sleeps {
    $instance = new Sleeps();
    $instance->alpha = str_repeat('a', 5);
    $instance->beta = $beta;

    return $instance;
};
$proxy = $class->newLazyProxy(static fn(): Sleeps => $make(str_repeat('b', 5)));
set_error_handler(static function (int $level, string $message) use ($proxy, $class, $make): bool {
    echo $message, "\n";
    $class->isUninitializedLazyObject($proxy) || $class->resetAsLazyProxy($proxy, static fn(): Sleeps => $make('new'));
    $GLOBALS['others'] = array_map(static fn(int $i): Sleeps => $make('over'), range(1, 20)); // where the instance was, if it is freed

    return true;
});
echo json_encode(lyo_unserialize(lyo_serialize($proxy))), "\n";
restore_error_handler();

class Holds
{
    public $first = 'a';
    public $hook;
    public $last;
}
class Hook
{
    public static ?Closure $do = null;

    public function __serialize(): array
    {
        [$do, self::$do] = [self::$do, null];
        $do && $do();

        return [];
    }

    public function __unserialize(array $data): void {}
}
$class = new ReflectionClass('Holds');
$proxy = $class->newLazyProxy(static function (): Holds {
    $instance = new Holds();
    $instance->hook = new Hook();
    $instance->last = str_repeat('z', 4);

    return $instance;
});
$class->initializeLazyObject($proxy);
Hook::$do = static function () use ($class, $proxy): void {
    $class->resetAsLazyProxy($proxy, static fn(): Holds => new Holds());
    for ($i = 0; $i < 20; $i++) {
        $GLOBALS['others'][] = $other = new Holds();
        $other->last = 'over';
    }
};
echo json_encode(lyo_unserialize(lyo_serialize([$proxy]))), "\n";
?>
--EXPECT--
names: as serialize(), {"alpha":1,"beta":6}
lyo_serialize(): "missing" returned as member variable from __sleep() but does not exist
{"alpha":"aaaaa","beta":"bbbbb"}
[{"first":"a","hook":{},"last":"zzzz"}]
