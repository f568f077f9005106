--TEST--
A level of nesting takes at most 384 bytes of C stack in each direction: 4,096 of them fit a fiber of 1.5 MiB and 64 kB for all the rest
--SKIPIF--
<?php
PHP_DEBUG && die('skip an unoptimised or instrumented build takes more');
getenv('LYO_COVERAGE') && die('skip an unoptimised or instrumented build takes more');
?>
--INI--
memory_limit=512M
fiber.stack_size=1638400
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
class Node
{
    public $next;
    protected $more = 1;

    public function __construct(mixed $next = null)
    {
        $this->next = $next;
    }
}
class State extends Node
{
    public function __serialize(): array
    {
        return ['next' => $this->next];
    }

    public function __unserialize(array $data): void
    {
        $this->next = $data['next'];
    }
}
class Sleeper extends Node
{
    public function __sleep(): array
    {
        return ['next'];
    }

    public function __wakeup(): void
    {
    }
}
#[AllowDynamicProperties]
class Open extends Node
{
}
$wrap = [
    'lists' => static fn(mixed $v, int $i): array => [$v],
    'maps' => static fn(mixed $v, int $i): array => ['k' => $v],
    'other maps' => static fn(mixed $v, int $i): array => ["k$i" => $v],
    'int maps' => static fn(mixed $v, int $i): array => [5 => $v, 7 => $i],
    'objects' => static fn(mixed $v, int $i): object => new Node($v),
    'stdClass' => static fn(mixed $v, int $i): object => (object) ["k$i" => $v],
    'open' => static function (mixed $v, int $i): object {
        $o = new Open();
        $o->{"dyn$i"} = $v;

        return $o;
    },
    'states' => static fn(mixed $v, int $i): object => new State($v),
    'sleepers' => static fn(mixed $v, int $i): object => new Sleeper($v),
    'references' => static fn(mixed $v, int $i): array => [&$v, &$v],
    'references of objects' => static function (mixed $v, int $i): array {
        $o = new Node($v);

        return [&$o, &$o];
    },
    'mixed' => static fn(mixed $v, int $i): mixed => [[$v], ['k' => $v], new Node($v), new State($v), new Sleeper($v), (object) ['k' => $v]][$i % 6],
];
$run = static function () use ($wrap): void {
    foreach ($wrap as $name => $f) {
        $value = 'leaf';
        $levels = str_contains($name, 'of objects') ? 2048 : 4096; // an object in a list is two levels
        for ($i = 1; $i <= $levels; $i++) {
            $value = $f($value, $i);
        }
        $bytes = igbinary_serialize($value);
        $back = igbinary_unserialize($bytes);
        echo $name, ': ', $bytes !== null && $back !== null && igbinary_serialize($back) === $bytes ? 'there and back' : 'DIFFERENT', "\n";
        unset($back);
        $more = @igbinary_serialize([$value]); // null where PHP knows how long the stack is
        echo $more === null || @igbinary_unserialize($more) === null ? '' : "one level more is not refused\n";
        unset($value, $bytes);
        gc_collect_cycles();
    }
};
$fiber = new Fiber($run);
$fiber->start();
?>
--EXPECT--
lists: there and back
maps: there and back
other maps: there and back
int maps: there and back
objects: there and back
stdClass: there and back
open: there and back
states: there and back
sleepers: there and back
references: there and back
references of objects: there and back
mixed: there and back
