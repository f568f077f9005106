--TEST--
A reference in a vector or in rows that occurs again later is a reference in both places; hooks are still called once
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
require __DIR__ . '/../support/both.inc';

class State
{
    public function __construct(public mixed $data = null)
    {
    }

    public function __serialize(): array
    {
        note('__serialize');

        return ['data' => $this->data, 'new' => [new stdClass(), (object) ['x' => 1]]];
    }

    public function __unserialize(array $data): void
    {
        $this->data = $data['data'];
    }
}
class Sleeper
{
    public $a = 'text';
    protected $b = [1, 2, 3, 4];

    public function __sleep(): array
    {
        note('__sleep');

        return ['a', 'b', 'missing'];
    }
}
class NoArray
{
    public function __sleep()
    {
        note('__sleep of NoArray');

        return null;
    }
}
class Custom implements Serializable
{
    public function serialize()
    {
        note('serialize');

        return 'payload';
    }

    public function unserialize($data)
    {
        note("unserialize $data");
    }
}
$bulk = [
    'constant' => static fn(mixed &$r): array => [7, 7, &$r, 7, 7],
    'sequence' => static fn(mixed &$r): array => [5, 6, &$r, 8],
    'ints' => static fn(mixed &$r): array => [100, 230, &$r, 140, 199, 111],
    'bools' => static function (mixed &$r): array {
        $r = true;

        return [true, false, &$r, false, true];
    },
    'floats' => static function (mixed &$r): array {
        $r = 2.25;

        return [1.5, 7.75, &$r, 9.25];
    },
    'cells' => static function (mixed &$r): array {
        $rows = array_map(static fn(int $i): array => ['id' => $i, 'n' => "n$i"], range(0, 11));
        $rows[7]['id'] = &$r;

        return $rows;
    },
    'rows' => static function (mixed &$r): array {
        $r = ['id' => 7, 'n' => 'x'];
        $rows = array_map(static fn(int $i): array => ['id' => $i, 'n' => "n$i"], range(0, 11));
        $rows[7] = &$r;

        return $rows;
    },
    'keyed rows' => static function (mixed &$r): array {
        $r = ['id' => 7, 'n' => 'x'];
        for ($i = 0; $i < 12; $i++) {
            $rows["k$i"] = ['id' => $i, 'n' => "n$i"];
        }
        $rows['k7'] = &$r;

        return $rows;
    },
];
foreach ($bulk as $name => $make) {
    foreach (['not again' => 0, 'again' => 1, 'twice again' => 2] as $times => $n) {
        both("$name, $times", static function () use ($make, $n): array {
            $r = 7;
            $value = ['bulk' => $make($r), 'state' => new State('s'), 'sleeper' => new Sleeper(), 'custom' => new Custom()];
            for ($i = 0; $i < $n; $i++) {
                $value["again$i"] = &$r;
            }
            $value['end'] = $value['state'];

            return $value;
        }, quiet: true);
    }
    both("$name, again in a state", static function () use ($make): array {
        $r = 7;
        $bulk = $make($r);

        return ['bulk' => $bulk, 'state' => new State([&$r, &$r])];
    }, quiet: true);
    both("$name, twice in bulk", static function () use ($make): array {
        $r = 7;

        return [$make($r), $make($r), 'x' => [[$make($r)]]];
    }, quiet: true);
}
/* The same bytes whoever else holds the reference. */
$r = 7;
$value = ['bulk' => [7, 7, &$r, 7, 7], 'x' => [1]];
$held = lyo_serialize($value);
unset($r);
var_dump(lyo_serialize($value) === $held, $held === lyo_serialize(['bulk' => [7, 7, 7, 7, 7], 'x' => [1]]));
/* An object that is null for its hook is null in both passes. */
$r = 7;
set_error_handler(static fn(): bool => true);
echo describe(lyo_unserialize(lyo_serialize([[7, 7, 7, &$r], $n = new NoArray(), $n, new NoArray(), &$r]))), "\n";
echo implode(', ', Log::take()), "\n";
--EXPECT--
constant, not again: same
constant, again: same
constant, twice again: same
constant, again in a state: same
constant, twice in bulk: same
sequence, not again: same
sequence, again: same
sequence, twice again: same
sequence, again in a state: same
sequence, twice in bulk: same
ints, not again: same
ints, again: same
ints, twice again: same
ints, again in a state: same
ints, twice in bulk: same
bools, not again: same
bools, again: same
bools, twice again: same
bools, again in a state: same
bools, twice in bulk: same
floats, not again: same
floats, again: same
floats, twice again: same
floats, again in a state: same
floats, twice in bulk: same
cells, not again: same
cells, again: same
cells, twice again: same
cells, again in a state: same
cells, twice in bulk: same
rows, not again: same
rows, again: same
rows, twice again: same
rows, again in a state: same
rows, twice in bulk: same
keyed rows, not again: same
keyed rows, again: same
keyed rows, twice again: same
keyed rows, again in a state: same
keyed rows, twice in bulk: same
bool(true)
bool(true)
[[7, 7, 7, &0 7], null, null, null, &0 7]
__sleep of NoArray, __sleep of NoArray
