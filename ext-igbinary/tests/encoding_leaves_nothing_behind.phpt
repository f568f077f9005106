--TEST--
igbinary_serialize() leaves not one byte behind on the caller's objects and arrays
--SKIPIF--
<?php
getenv('USE_ZEND_ALLOC') === '0' && die('skip memory is not counted without the Zend allocator');
?>
--FILE--
<?php
class Base
{
    private $hidden = 'hidden';
    protected $list = [1, 2];
}
class Plain extends Base
{
    public $a = 1;
    public ?Plain $next = null;
    private int $c = 3;
    public int $never;
    public readonly string $once;
}
class Sleeper extends Plain
{
    public function __sleep(): array
    {
        return ['a', 'list', 'never'];
    }
}
class State extends Plain
{
    public function __serialize(): array
    {
        return ['a' => $this->a, 'next' => $this->next];
    }

    public function __unserialize(array $data): void
    {
    }
}
class Wakes extends Plain
{
    public function __wakeup(): void
    {
    }
}
function chain(string $class, int $n): array
{
    $all = [];
    $last = null;
    for ($i = 0; $i < $n; $i++) {
        $all[] = $last = (static function () use ($class, $last): object {
            $o = new $class();
            $o->a = "text $o->a";
            $o->next = $last;

            return $o;
        })();
    }

    return $all;
}

$values = [];
foreach (['Plain', 'Sleeper', 'State', 'Wakes'] as $class) {
    $values[$class] = chain($class, 500);
}
$values['stdClass'] = array_map(static fn(int $i): object => (object) ['i' => $i], range(1, 500));
$values['arrays'] = array_map(static fn(int $i): array => ['i' => $i, 'list' => range(0, $i % 9), 'k' . $i => [$i]], range(1, 500));
$values['references'] = (static function (): array {
    for ($i = 0; $i < 500; $i++) {
        $x[$i] = [$i];
        $all[] = &$x[$i];
        $all[] = &$x[$i];
    }

    return $all;
})();
$values['dates'] = array_map(static fn(int $i): object => new DateTimeImmutable("@$i"), range(1, 100));
foreach ($values as $name => $value) {
    $length = strlen(igbinary_serialize($value)); // whatever is allocated once is now
    gc_collect_cycles();
    $before = memory_get_usage();
    for ($i = 0; $i < 3; $i++) {
        igbinary_serialize($value);
    }
    $after = memory_get_usage();
    echo $name, ': ', $after - $before, " bytes\n";
}
/* The property tables of new objects: none is there after an encode, so that it costs to make one. */
$fresh = chain('Plain', 500);
$before = memory_get_usage();
igbinary_serialize($fresh);
$encoded = memory_get_usage() - $before;
foreach ($fresh as $o) {
    get_mangled_object_vars($o);
    (static function () use ($o): void {
        foreach ($o as $k => $v) {
        }
    })();
}
echo $encoded, ' bytes by the first encode, ', memory_get_usage() - $before > 100000 ? 'more than 100000' : memory_get_usage() - $before, " by looping\n";
/* Refcounts and flags: the value can be changed in place afterwards. */
$a = range(1, 1000);
array_pop($a);
$b = ['x' => &$a];
igbinary_serialize($b);
igbinary_serialize(['a' => $a, 'b' => $b]);
$before = memory_get_usage();
$a[] = 4;
echo memory_get_usage() - $before < 200 ? 'changed in place' : 'copied', "\n";
--EXPECT--
Plain: 0 bytes
Sleeper: 0 bytes
State: 0 bytes
Wakes: 0 bytes
stdClass: 0 bytes
arrays: 0 bytes
references: 0 bytes
dates: 0 bytes
0 bytes by the first encode, more than 100000 by looping
changed in place
