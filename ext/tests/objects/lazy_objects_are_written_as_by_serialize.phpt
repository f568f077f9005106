--TEST--
Lazy objects are initialised when they are written, unless they ask not to be; what comes back is not lazy
--SKIPIF--
<?php
PHP_VERSION_ID < 80400 && die('skip lazy objects are new in PHP 8.4');
?>
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class Service
{
    public int $a = 1;
    protected ?array $b = null;
    private string $c = 'default';
    public ?self $next = null;

    public function init(int $a): void
    {
        note("init $a");
        $this->a = $a;
        $this->b = [$a];
        $this->c = "c $a";
    }
}
class Sleeper extends Service
{
    public function __sleep(): array
    {
        note('__sleep');

        return ['a', 'b'];
    }
}
class State extends Service
{
    public function __serialize(): array
    {
        note('__serialize');

        return ['a' => $this->a];
    }

    public function __unserialize(array $data): void
    {
        $this->a = $data['a'];
    }
}
class Dynamic extends stdClass
{
    public $p = 1;
}
function ghost(string $class, int $flags = 0): object
{
    return (new ReflectionClass($class))->newLazyGhost(static function (object $o): void {
        $o instanceof Service ? $o->init(7) : $o->dyn = note('init');
    }, $flags);
}
function proxy(string $class, int $flags = 0): object
{
    return (new ReflectionClass($class))->newLazyProxy(static function () use ($class): object {
        $o = new $class();
        $o instanceof Service ? $o->init(8) : $o->dyn = note('init');

        return $o;
    }, $flags);
}
$skip = ReflectionClass::SKIP_INITIALIZATION_ON_SERIALIZE;
foreach (['ghost', 'proxy'] as $kind) {
    foreach (['Service', 'Sleeper', 'State', 'Dynamic'] as $class) {
        both("$kind of $class", static function () use ($kind, $class): array {
            $o = $kind($class);

            return [$o, 'again' => $o];
        });
        both("$kind of $class, not to be initialised", static function () use ($kind, $class, $skip): array {
            $o = $kind($class, $skip);

            return [$o, 'again' => $o];
        });
        both("$kind of $class, initialised", static function () use ($kind, $class): array {
            $o = $kind($class);
            (new ReflectionClass($class))->initializeLazyObject($o);

            return [$o, $o];
        });
    }
    both("$kind with a property that is set", static function () use ($kind, $skip): object {
        $o = $kind('Service', $skip);
        (new ReflectionProperty('Service', 'a'))->setRawValueWithoutLazyInitialization($o, 42);
        (new ReflectionProperty('Service', 'next'))->skipLazyInitialization($o);

        return $o;
    });
    both("$kind in a tree", static function () use ($kind): array {
        $o = $kind('Service');
        $p = new Service();
        $p->next = $o;

        return [$p, $o, [$o]];
    });
}
both('an initialiser that throws', static fn(): array => [1, (new ReflectionClass('Service'))->newLazyGhost(static fn() => throw new LogicException('from the initialiser'))]);
both('an initialiser that encodes', static fn(): array => [(new ReflectionClass('Service'))->newLazyGhost(static function (Service $o): void {
    note(describe(codec()->decode(codec()->encode([(object) ['x' => 1]]))));
    $o->init(1);
})]);
// What an initialiser encodes is a call of its own: serialize() counts its values into the numbers of the text around it.
$shared = new Service();
[$first, $second, $third] = lyo_unserialize(lyo_serialize([(new ReflectionClass('Service'))->newLazyGhost(static function (Service $o): void {
    lyo_serialize([1, [2, 3], new stdClass()]);
    $o->init(1);
}), $shared, $shared]));
var_dump($second === $third, $first !== $second);
$o = ghost('Service');
$back = lyo_unserialize(lyo_serialize($o));
var_dump((new ReflectionClass('Service'))->isUninitializedLazyObject($back), (new ReflectionClass('Service'))->isUninitializedLazyObject($o));
--EXPECT--
ghost of Service: same
  encode: init 7
ghost of Service, not to be initialised: same
ghost of Service, initialised: same
ghost of Sleeper: same
  encode: __sleep
  encode: init 7
ghost of Sleeper, not to be initialised: same
  encode: __sleep
ghost of Sleeper, initialised: same
  encode: __sleep
ghost of State: same
  encode: __serialize
  encode: init 7
ghost of State, not to be initialised: same
  encode: __serialize
  encode: init 7
ghost of State, initialised: same
  encode: __serialize
ghost of Dynamic: same
  encode: init
ghost of Dynamic, not to be initialised: same
ghost of Dynamic, initialised: same
ghost with a property that is set: same
ghost in a tree: same
  encode: init 7
proxy of Service: same
  encode: init 8
proxy of Service, not to be initialised: same
proxy of Service, initialised: same
proxy of Sleeper: same
  encode: __sleep
  encode: init 8
proxy of Sleeper, not to be initialised: same
  encode: __sleep
proxy of Sleeper, initialised: same
  encode: __sleep
proxy of State: same
  encode: __serialize
  encode: init 8
proxy of State, not to be initialised: same
  encode: __serialize
  encode: init 8
proxy of State, initialised: same
  encode: __serialize
proxy of Dynamic: same
  encode: init
proxy of Dynamic, not to be initialised: same
proxy of Dynamic, initialised: same
proxy with a property that is set: same
proxy in a tree: same
  encode: init 8
an initialiser that throws: same
  encode: throws LogicException("from the initialiser")
an initialiser that encodes: same
  encode: [stdClass#0{x: 1}]
  encode: init 1
bool(true)
bool(true)
bool(false)
bool(false)
