--TEST--
max_depth counts arrays and objects that have something inside, in both directions, as option and as ini setting
--FILE--
<?php
class Node
{
    public $next;
}
class State
{
    public $next;

    public function __serialize(): array
    {
        return [$this->next];
    }

    public function __unserialize(array $data): void
    {
        [$this->next] = $data;
    }
}
$wrap = [
    'lists' => static fn(mixed $v): array => [$v],
    'longer lists' => static fn(mixed $v): array => [1, 2, 3, 4, 'x', $v],
    'maps' => static fn(mixed $v): array => ['k' => $v],
    'int maps' => static fn(mixed $v): array => [5 => $v],
    'objects' => static function (mixed $v): Node {
        $o = new Node();
        $o->next = $v;

        return $o;
    },
    'stdClass' => static fn(mixed $v): object => (object) ['k' => $v],
    'states' => static function (mixed $v): State {
        $o = new State();
        $o->next = $v;

        return $o;
    },
    'references' => static function (mixed $v): array {
        return [&$v, &$v];
    },
    'rows' => static fn(mixed $v): array => [['a' => $v, 'b' => 1], ...array_map(static fn(int $i): array => ['a' => $i, 'b' => 1], range(1, 7))],
    'values behind what begins with rows' => static fn(mixed $v): array => [[...array_map(static fn(int $i): array => ['a' => $i, 'b' => 1], range(1, 150)), ['c' => 1]], $v],
];
foreach ($wrap as $name => $f) {
    $levels = $name === 'rows' ? 2 : 1;
    $inside = $name === 'values behind what begins with rows' ? 2 : 0; // levels of the innermost one
    foreach ([1, 10, 100] as $n) {
        $value = 'leaf';
        for ($i = 0; $i < $n; $i++) {
            $value = $f($value);
        }
        $depth = $n * $levels + $inside;
        $out = [];
        $bytes = lyo_serialize($value, ['max_depth' => $depth]);
        lyo_unserialize($bytes, ['max_depth' => $depth]);
        foreach ([static fn() => lyo_serialize($value, ['max_depth' => $depth - 1 ?: 1]), static fn() => lyo_unserialize($bytes, ['max_depth' => $depth - 1 ?: 1])] as $try) {
            try {
                $try();
                $depth > 1 && print("$name $n: not refused\n");
            } catch (Lyo\Exception\LimitException $e) {
            }
        }
        ini_set('lyo.max_depth', (string) ($depth - 1 ?: 1));
        foreach ([static fn() => lyo_serialize($value), static fn() => lyo_unserialize($bytes)] as $try) {
            try {
                $try();
                $depth > 1 && print("$name $n: not refused by ini\n");
            } catch (Lyo\Exception\LimitException $e) {
            }
        }
        if ($depth > 1 && lyo_is_serialized($bytes)) {
            echo "$name $n: is_serialized\n";
        }
        ini_restore('lyo.max_depth');
        lyo_is_serialized($bytes) || print("$name $n: not is_serialized\n");
    }
    echo "$name: bounded\n";
}
/* natively the same depth is refused on reading, with a warning */
$value = 'leaf';
for ($i = 0; $i < 11; $i++) {
    $value = [$value];
}
var_dump(@unserialize(serialize($value), ['max_depth' => 10]), is_array(unserialize(serialize($value), ['max_depth' => 11])));
/* empty arrays and objects without properties are leaves or levels as unserialize() counts them */
foreach (['[]' => [], 'new stdClass' => new stdClass()] as $name => $inner) {
    $value = [[$inner]];
    $native = $lyo = null;
    for ($depth = 1; $depth < 5; $depth++) {
        $native ??= @unserialize(serialize($value), ['max_depth' => $depth]) === false ? null : $depth;
        try {
            lyo_unserialize(lyo_serialize($value), ['max_depth' => $depth]);
            $lyo ??= $depth;
        } catch (Lyo\Exception\LimitException $e) {
        }
    }
    echo "$name in two lists needs a depth of $lyo, natively $native\n";
}
/* where a level is too many: rows have theirs in front of all of them, what only begins with rows where the first one stands */
foreach (['rows' => [], 'what begins with rows' => [['c' => 1]]] as $name => $last) {
    try {
        lyo_serialize([...array_map(static fn(int $i): array => ['a' => $i, 'b' => 1], range(1, 150)), ...$last], ['max_depth' => 1]);
    } catch (Lyo\Exception\LimitException $e) {
        echo "$name: ", $e->getMessage(), "\n";
    }
}
--EXPECT--
lists: bounded
longer lists: bounded
maps: bounded
int maps: bounded
objects: bounded
stdClass: bounded
states: bounded
references: bounded
rows: bounded
values behind what begins with rows: bounded
bool(false)
bool(true)
[] in two lists needs a depth of 2, natively 2
new stdClass in two lists needs a depth of 3, natively 3
rows: nested too deeply at offset 2
what begins with rows: nested too deeply at offset 4
