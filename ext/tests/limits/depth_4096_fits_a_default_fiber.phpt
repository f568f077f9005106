--TEST--
4,096 levels of every nesting construct are encoded and decoded in a fiber of default size; one more is refused
--INI--
memory_limit=512M
error_reporting=E_ALL & ~E_DEPRECATED
--SKIPIF--
<?php
PHP_DEBUG && die('skip an unoptimised or instrumented build takes more');
getenv('LYO_COVERAGE') && die('skip an unoptimised or instrumented build takes more');
?>
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
    'rows' => static fn(mixed $v, int $i): array => $i % 2 ? [['a' => $v, 'b' => 1], ...array_fill(0, 7, ['a' => 1, 'b' => 1])] : $v,
    'keyed rows' => static fn(mixed $v, int $i): array => $i % 2 ? ['x' => ['a' => $v, 'b' => 1]] + array_fill(0, 7, ['a' => 1, 'b' => 1]) : $v,
    'mixed' => static fn(mixed $v, int $i): mixed => [[$v], ['k' => $v], new Node($v), new State($v), new Sleeper($v), (object) ['k' => $v]][$i % 6],
];
$run = static function () use ($wrap): void {
    foreach ($wrap as $name => $f) {
        $value = str_contains($name, 'rows') ? ['leaf', ['leaf']] : 'leaf';
        // rows are two levels, on every second turn; so is an object in a list
        $levels = str_contains($name, 'rows') ? 4094 : (str_contains($name, 'of objects') ? 2048 : 4096);
        for ($i = 1; $i <= $levels; $i++) {
            $value = $f($value, $i);
        }
        $bytes = lyo_serialize($value);
        $back = lyo_unserialize($bytes);
        $same = lyo_serialize($back) === $bytes;
        echo $name, ': ', $same && lyo_is_serialized($bytes) ? 'there and back' : 'DIFFERENT', "\n";
        unset($back);
        foreach ([static fn() => lyo_serialize([$value]), static fn() => lyo_unserialize($bytes, ['max_depth' => 4000])] as $try) {
            try {
                $try();
                echo "$name: not refused\n";
            } catch (Lyo\Exception\LimitException $e) {
            }
        }
        unset($value, $bytes);
        gc_collect_cycles();
    }
};
// instrumented code needs more: there the fiber is as large as the main program's stack
PHP_DEBUG && ini_set('fiber.stack_size', '16M');
$fiber = new Fiber($run);
$fiber->start();
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
rows: there and back
keyed rows: there and back
mixed: there and back
