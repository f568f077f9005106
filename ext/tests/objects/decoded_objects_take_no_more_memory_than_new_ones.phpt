--TEST--
Decoded objects have no property table that new ones do not have: they take the same memory, also with hooks and references
--SKIPIF--
<?php
getenv('USE_ZEND_ALLOC') === '0' && die('skip memory is not counted without the Zend allocator');
?>
--FILE--
<?php
class Base
{
    private $hidden = 5;
    protected $list = 6;
}
class Plain extends Base
{
    public $a = 1;
    public ?int $b = 2;
    private float $c = 3.5;
    public $d = null;
}
class Wakes extends Plain
{
    public function __wakeup(): void
    {
    }
}
class State extends Plain
{
    public function __serialize(): array
    {
        return ['a' => $this->a];
    }

    public function __unserialize(array $data): void
    {
        $this->a = $data['a'];
    }
}
readonly class Closed
{
    public function __construct(public int $x, private array $list = [])
    {
    }
}
$makers = [
    'Plain' => static fn(int $i): object => new Plain(),
    'Wakes' => static fn(int $i): object => new Wakes(),
    'State' => static fn(int $i): object => new State(),
    'Closed' => static fn(int $i): object => new Closed($i),
];
foreach ($makers as $name => $make) {
    $n = 1000;
    $before = memory_get_usage();
    $value = [];
    for ($i = 0; $i < $n; $i++) {
        $value[] = $make($i);
    }
    $new = memory_get_usage() - $before;
    $bytes = lyo_serialize($value);
    unset($value);
    gc_collect_cycles();
    lyo_unserialize($bytes);
    $before = memory_get_usage();
    $value = lyo_unserialize($bytes);
    $decoded = memory_get_usage() - $before;
    unset($value);
    echo $name, ': ', $decoded <= $new ? 'no more than new ones' : "$decoded bytes, new ones $new", "\n";
}
/* Arrays: as tight as they can be made. */
$arrays = [
    'list' => range(1, 1000), 'map' => array_combine(array_map(static fn(int $i): string => "key $i", range(1, 1000)), range(1, 1000)),
    'records' => array_map(static fn(int $i): array => ['id' => $i, 'name' => 'always the same name', 'x' => null], range(1, 1000)),
    'nested' => array_map(static fn(int $i): array => [$i, [$i]], range(1, 1000)),
];
foreach ($arrays as $name => $array) {
    $bytes = lyo_serialize($array);
    $text = serialize($array);
    lyo_unserialize($bytes);
    $before = memory_get_usage();
    $value = lyo_unserialize($bytes);
    $decoded = memory_get_usage() - $before;
    unset($value);
    $before = memory_get_usage();
    $value = unserialize($text);
    $native = memory_get_usage() - $before;
    unset($value);
    echo $name, ': ', $decoded <= $native ? 'no more than by unserialize()' : "$decoded bytes, by unserialize() $native", "\n";
}
--EXPECT--
Plain: no more than new ones
Wakes: no more than new ones
State: no more than new ones
Closed: no more than new ones
list: no more than by unserialize()
map: no more than by unserialize()
records: no more than by unserialize()
nested: no more than by unserialize()
