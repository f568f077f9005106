--TEST--
Calls inside hooks share the depth of their fiber: together they have no more levels than the C stack of a fiber can hold
--INI--
memory_limit=512M
--SKIPIF--
<?php
PHP_DEBUG && die('skip an unoptimised or instrumented build takes more');
?>
--FILE--
<?php
class Box
{
    public function __construct(public mixed $inner)
    {
    }

    public function __serialize(): array
    {
        return [lyo_serialize($this->inner)];
    }

    public function __unserialize(array $data): void
    {
        $this->inner = lyo_unserialize($data[0]);
    }
}
/* Boxes in boxes, each below so many lists. */
function boxes(int $boxes, int $levels): mixed
{
    $value = 1;
    for ($i = 0; $i < $boxes; $i++) {
        $value = new Box($value);
        for ($level = 0; $level < $levels; $level++) {
            $value = [$value];
        }
    }

    return $value;
}
function tried(int $boxes, int $levels): string
{
    try {
        $value = boxes($boxes, $levels);
        $bytes = lyo_serialize($value);
        return lyo_unserialize($bytes) == $value ? 'there and back' : 'DIFFERENT';
    } catch (Lyo\Exception\LimitException $e) {
        return preg_replace('/\d+$/', '…', $e->getMessage());
    }
}
$all = static function (): void {
    foreach ([[1, 4000], [2, 1500], [2, 3000], [3, 1500], [20, 100], [20, 300], [60, 10], [100, 100], [12, 4000]] as [$boxes, $levels]) {
        echo "$boxes boxes below $levels lists: ", tried($boxes, $levels), "\n";
    }
    echo 'afterwards: ', tried(1, 4000), "\n";
};
$all();
echo "in a fiber\n";
$fiber = new Fiber($all);
$fiber->start();
/* A fiber that is suspended in a hook takes no levels from another one. */
final class Waits
{
    public function __serialize(): array
    {
        Fiber::suspend();

        return [];
    }
}
$waiting = new Fiber(static function (): void {
    $value = new Waits();
    for ($i = 0; $i < 4000; $i++) {
        $value = [$value];
    }
    lyo_serialize($value);
    echo 'waited; ', tried(1, 4000), "\n";
});
$waiting->start();
echo 'meanwhile: ', tried(2, 1500), "\n";
$waiting->resume();
--EXPECT--
1 boxes below 4000 lists: there and back
2 boxes below 1500 lists: there and back
2 boxes below 3000 lists: nested too deeply at offset …
3 boxes below 1500 lists: nested too deeply at offset …
20 boxes below 100 lists: there and back
20 boxes below 300 lists: nested too deeply at offset …
60 boxes below 10 lists: there and back
100 boxes below 100 lists: nested too deeply at offset …
12 boxes below 4000 lists: nested too deeply at offset …
afterwards: there and back
in a fiber
1 boxes below 4000 lists: there and back
2 boxes below 1500 lists: there and back
2 boxes below 3000 lists: nested too deeply at offset …
3 boxes below 1500 lists: nested too deeply at offset …
20 boxes below 100 lists: there and back
20 boxes below 300 lists: nested too deeply at offset …
60 boxes below 10 lists: there and back
100 boxes below 100 lists: nested too deeply at offset …
12 boxes below 4000 lists: nested too deeply at offset …
afterwards: there and back
meanwhile: there and back
waited; there and back
