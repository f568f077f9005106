--TEST--
What the engine does with arrays it does with decoded ones of 0 to 9 elements
--INI--
memory_limit=512M
--FILE--
<?php
class Bag
{
    public $first = [];
    public $second;
}
enum Suit
{
    case Hearts;
}

/** What each operation does to an array, and what it returns. */
function operations(): array
{
    return [
        'append' => static fn(array &$a) => $a[] = 'appended',
        'append three' => static function (array &$a) { for ($i = 0; $i < 3; $i++) { $a[] = $i; } },
        'append forty' => static function (array &$a) { for ($i = 0; $i < 40; $i++) { $a[] = [$i]; } },
        'name' => static fn(array &$a) => $a['name'] = 1,
        'ten names' => static function (array &$a) { for ($i = 0; $i < 10; $i++) { $a["name $i"] = $i; } },
        'int' => static fn(array &$a) => $a[7] = 'seven',
        'next int' => static fn(array &$a) => $a[count($a)] = 'count',
        'int far away' => static fn(array &$a) => $a[1000] = 'far',
        'negative int' => static fn(array &$a) => $a[-3] = 'negative',
        'numeric string' => static fn(array &$a) => $a['5'] = 'five',
        'overwrite' => static function (array &$a) { foreach ($a as $key => $_) { $a[$key] = 'new'; } },
        'unset first' => static function (array &$a) { unset($a[array_key_first($a)]); },
        'unset last' => static function (array &$a) { unset($a[array_key_last($a)]); },
        'unset each second' => static function (array &$a) { $i = 0; foreach ($a as $key => $_) { if ($i++ % 2) { unset($a[$key]); } } },
        'unset all' => static function (array &$a) { foreach (array_keys($a) as $key) { unset($a[$key]); } },
        'unset and append' => static function (array &$a) { for ($i = 0; $i < 20; $i++) { unset($a[array_key_first($a)]); $a[] = $i; } },
        'unset and name' => static function (array &$a) { for ($i = 0; $i < 20; $i++) { unset($a[array_key_first($a)]); $a["n$i"] = $i; } },
        'nested' => static fn(array &$a) => $a['deep']['er'][] = 1,
        'sort' => static fn(array &$a) => usort($a, order(...)),
        'rsort' => static fn(array &$a) => usort($a, static fn($x, $y) => order($y, $x)),
        'uasort' => static fn(array &$a) => uasort($a, order(...)),
        'ksort' => static fn(array &$a) => ksort($a),
        'krsort' => static fn(array &$a) => krsort($a),
        'sort by strings' => static function (array &$a) { $a = array_map(shown(...), $a); return [sort($a), rsort($a), asort($a)]; },
        'shuffle' => static function (array &$a) { mt_srand(3); shuffle($a); },
        'multisort' => static function (array &$a) { $b = array_map(shown(...), $a); array_multisort($b, SORT_DESC, $a); return $b; },
        'pop' => static fn(array &$a) => array_pop($a),
        'shift' => static fn(array &$a) => array_shift($a),
        'push' => static fn(array &$a) => array_push($a, 1, 2, 3),
        'push eleven' => static fn(array &$a) => array_push($a, ...range(1, 11)),
        'unshift' => static fn(array &$a) => array_unshift($a, 1, 2, 3),
        'splice out' => static fn(array &$a) => array_splice($a, 1, 2),
        'splice in' => static fn(array &$a) => array_splice($a, 1, 0, ['in', 'to', 'it', 'all']),
        'splice front' => static fn(array &$a) => array_splice($a, 0, 1, [[1], [2]]),
        'walk' => static fn(array &$a) => array_walk($a, static function (&$value, $key) { $value = [$key, shown($value)]; }),
        'walk recursive' => static fn(array &$a) => array_walk_recursive($a, static function (&$value) { $value = 'leaf'; }),
        'by reference' => static function (array &$a) { foreach ($a as $key => &$value) { $value = "$key!"; } },
        'by reference, growing' => static function (array &$a) { $n = 0; foreach ($a as &$value) { if ($n++ < 12) { $a[] = $n; $a["g$n"] = $n; } $value = $n; } return $n; },
        'by reference, shrinking' => static function (array &$a) { $n = 0; foreach ($a as $key => &$value) { unset($a[$key]); $n++; } return $n; },
        'write to a copy' => static function (array &$a) { $b = $a; $b[] = 1; $b['x'] = 2; return [$a, $b]; },
        'write, copy at hand' => static function (array &$a) { $b = $a; $a[] = 1; $a['x'] = 2; return [$a, $b]; },
        'name in a copy' => static function (array &$a) { $b = $a; $b['x'] = 2; $c = $b; $c[] = 1; return [$b, $c]; },
        'slots by reference' => static function (array &$a) { $r = &$a['slot']; $r = 5; $s = &$a[0]; $s = 6; return $a; },
        'swap' => static function (array &$a) { [$a[0], $a[1]] = [$a[1] ?? null, $a[0] ?? null]; },
        'spread' => static fn(array &$a) => [...$a, ...$a, 'end'],
        'spread back' => static fn(array &$a) => $a = [...$a, 'end'],
        'merge' => static fn(array &$a) => $a = array_merge($a, [1, 2, 'k' => 3], $a),
        'merge recursive' => static fn(array &$a) => $a = array_merge_recursive($a, ['a' => [1], 'name' => 2]),
        'replace' => static fn(array &$a) => $a = array_replace($a, [3 => 'three', 'a' => 'A']),
        'plus' => static fn(array &$a) => $a += [1, 2, 3, 4, 5, 6, 'x' => 1],
        'plus in reverse' => static fn(array &$a) => $a = [0 => 'zero', 'x' => 1] + $a,
        'made of it' => static fn(array &$a) => [
            array_values($a), array_keys($a), array_reverse($a, true), array_slice($a, 1), array_slice($a, 1, 2, true), array_pad($a, 12, 0), array_chunk($a, 2, true),
            array_fill_keys(array_keys($a), 1), array_map(null, $a, $a), array_filter($a), array_diff_key($a, [1 => 1]), array_intersect_key($a, ['a' => 1, 0 => 2]),
            array_combine(array_keys($a), $a), array_change_key_case($a, CASE_UPPER), array_key_exists(0, $a), isset($a['a']), count($a), array_is_list($a),
        ],
        'flip' => static fn(array &$a) => $a = array_flip(array_map(shown(...), $a)),
        'compare' => static fn(array &$a) => [$a == array_values($a), $a === $a + [], $a <=> [1, 2]],
        'cast' => static function (array &$a) { $o = (object) $a; $o->more = 1; $o->{'9'} = 2; unset($o->a); $a = (array) $o; $a[] = 'cast'; return $o; },
        'clone' => static function (array &$a) { $o = (object) $a; $p = clone $o; $p->x = 1; foreach ($p as $key => &$value) { $value = $key; } return [$o, $p]; },
        'property' => static function (array &$a) { $b = new Bag(); $b->first = $a; $b->first[] = 1; $b->first['x']['y'] = 2; $b->second = &$b->first; $b->second[] = 3; $a = $b->first; return $b; },
        'array object' => static function (array &$a) { $o = new ArrayObject($a); $o[] = 1; $o['x'] = 2; unset($o[0]); $a = $o->getArrayCopy(); return iterator_to_array($o); },
        'array iterator' => static function (array &$a) { $i = new ArrayIterator($a); $seen = []; foreach ($i as $key => $value) { $seen[] = [$key, $value]; if (count($seen) < 5) { $i["i" . count($seen)] = 1; } } return $seen; },
        'recursive iterator' => static fn(array &$a) => iterator_to_array(new RecursiveIteratorIterator(new RecursiveArrayIterator(array_map(shown(...), $a))), false),
        'fixed' => static fn(array &$a) => SplFixedArray::fromArray(array_values($a))->toArray(),
        'generator' => static fn(array &$a) => iterator_to_array((static fn() => yield from $a)()),
        'pointer' => static function (array &$a) { $seen = [reset($a), next($a), key($a), end($a), key($a), prev($a)]; $a[] = 'behind'; $seen[] = next($a); return $seen; },
        'extract' => static function (array &$a) { $made = extract($a, EXTR_PREFIX_ALL, 'v'); $v_more = 1; return [$made, get_defined_vars()]; },
        'arguments' => static fn(array &$a) => (static fn(...$all) => $all)(...array_values($a)),
        'named arguments' => static fn(array &$a) => (static function (...$all) { $all['z'] = 1; return $all; })(...array_combine(array_map(static fn($k) => "k$k", array_keys($a)), $a)),
        'json' => static fn(array &$a) => json_encode(array_map(shown(...), $a)),
        'export' => static fn(array &$a) => var_export(array_map(shown(...), $a), true),
        'serialize' => static fn(array &$a) => [strlen(serialize($a)), $a = unserialize(serialize($a))],
        'lyo' => static fn(array &$a) => $a = lyo_unserialize(lyo_serialize($a)),
        'compact' => static function (array &$a) { $x = $a; $x[] = 1; return compact('x'); },
        'static' => static function (array &$a) { static $kept; $kept = $a; $kept['s'] = 1; $kept[] = 2; return $kept; },
        'globals' => static function (array &$a) { $GLOBALS['decoded'] = $a; $GLOBALS['decoded'][] = 1; $GLOBALS['decoded']['g'] = 2; return $GLOBALS['decoded']; },
    ];
}

function shown(mixed $value): string
{
    return is_object($value) ? $value::class : json_encode($value);
}

function order(mixed $a, mixed $b): int
{
    return strcmp(shown($a), shown($b));
}

/** Keys of each kind, without end. */
function keys(string $kind): Generator
{
    for ($i = 0; ; $i++) {
        yield match ($kind) {
            'list' => $i,
            'names' => chr(97 + $i) . ($i % 2 ? 'b' : ''),
            'ints' => $i * 8 + 1,
            'backward' => -$i,
            'both' => $i % 2 ? $i : "k$i",
        };
    }
}

/** Text of n elements under such keys. */
function made(string $kind, string $elements, int $n): string
{
    $made = [];
    foreach (keys($kind) as $i => $key) {
        if ($i === $n) {
            break;
        }
        $made[$key] = match ($elements) {
            'ints' => $i * 300,
            'strings' => "string $i",
            'arrays' => array_slice(['a' => 1, 'b' => [$i], 5], 0, $i % 4),
            'all' => [null, true, 1.5, 'x', [], new Bag(), Suit::Hearts, ['n' => $i], (object) ['o' => $i]][$i],
        };
    }

    return serialize($made);
}

/** The same with lists in the layout of lists, as unserialize() does not make them. */
function packed(array $array): array
{
    $array = array_map(static fn($value) => is_array($value) ? packed($value) : $value, $array);

    return array_is_list($array) ? array_values($array) : $array;
}

/** Does the operations to the array and tells all that can be seen, also what becomes of it later. */
function outcome(array $array, array $todo): string
{
    $told = [];
    try {
        foreach ($todo as $operation) {
            $told[] = $operation($array);
        }
    } catch (Throwable $e) {
        $told[] = $e::class . $e->getMessage();
    }
    $told[] = $array;
    foreach ($array as $key => &$value) {
        if (!isset($array[$key])) {
            $value = 'was null';
        }
    }
    unset($value);
    $array['at the end'] = 1;
    for ($i = 0; $i < 5; $i++) {
        $array[] = $i;
    }
    $told[] = $array;
    unset($array['at the end']);
    $told[] = array_pop($array);
    $told[] = $array;

    return serialize($told);
}

$operations = operations();
$names = array_keys($operations);
$done = $wrong = 0;
$compare = static function (string $text, string $payload, array $chosen) use ($operations, &$done, &$wrong): void {
    $todo = array_map(static fn($name) => $operations[$name], $chosen);
    $done++;
    $outcome = outcome(lyo_unserialize($payload), $todo);
    // PHP itself leaves other references and positions behind in lists than in hash tables; which of the two a list becomes depends on its room
    if ($outcome !== outcome(packed(unserialize($text)), $todo) && $outcome !== outcome(unserialize($text), $todo) && $wrong++ < 10) {
        echo "WRONG: $text: ", implode(', then ', $chosen), "\n";
    }
};
error_reporting(E_ALL & ~E_WARNING & ~E_NOTICE & ~E_DEPRECATED);
// a debug build with sanitizers takes a hundred times as long
[$sorts, $rounds] = PHP_DEBUG ? [['all'], 5] : [['ints', 'strings', 'arrays', 'all'], 60];
foreach (['list', 'names', 'ints', 'backward', 'both'] as $kind) {
    foreach ($sorts as $elements) {
        for ($n = 0; $n <= 9; $n++) {
            $text = made($kind, $elements, $n);
            $payload = lyo_serialize(unserialize($text));
            foreach ($names as $name) {
                $compare($text, $payload, [$name]);
            }
            for ($i = 0; $i < $rounds; $i++) {
                $compare($text, $payload, [$names[random()], $names[random()]]);
                $compare($text, $payload, [$names[random()], $names[random()], $names[random()], $names[random()]]);
            }
        }
    }
}

function random(): int
{
    static $state = 1;
    $state = $state * 48271 % 2147483647;

    return $state % count(operations());
}

// the same inside: maps of one shape, rows, properties, states
$inside = ['maps' => [['a' => 1], ['a' => 2], ['a' => 3]], 'objects' => [(object) ['p' => 1], (object) ['p' => 2]], 'two' => array_fill(0, 20, ['x' => 1, 'y' => 'z']), 'bag' => new Bag()];
$payload = lyo_serialize($inside);
foreach ($operations as $name => $operation) {
    foreach ([null, '0', '2'] as $at) {
        $outcomes = [];
        foreach ([packed(unserialize(serialize($inside))), lyo_unserialize($payload)] as $value) {
            foreach (['maps', 'two'] as $part) {
                $outcomes[] = outcome($at === null ? $value[$part] : $value[$part][$at], [$operation]);
            }
            $object = $value['objects'][0];
            $array = (array) $object;
            $outcomes[] = outcome($array, [$operation]);
            $object->more = 1;
            $object->p = [];
            $object->p['x'] = 1;
            for ($i = 0; $i < 10; $i++) {
                $object->{"q$i"} = $i;
            }
            unset($object->p, $object->q3);
            $outcomes[] = serialize([$object, $value]);
        }
        $done++;
        if (array_slice($outcomes, 0, 4) !== array_slice($outcomes, 4)) {
            $wrong++;
            echo "WRONG inside: $name\n";
        }
    }
}
gc_collect_cycles();
$planned = 50 * count($sorts) * (count($operations) + 2 * $rounds) + 3 * count($operations);
echo $done === $planned && $done > 3500 ? 'all' : "ONLY $done of $planned", " compared, $wrong differ\n";
?>
--EXPECT--
all compared, 0 differ
