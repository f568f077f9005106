<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// What PHP code can do with an array that it has got: name => what is done with array $x, a key and a new value. What comes back is
// compared, too. An operation is run on a kept array and on a fresh one with the same random numbers.

declare(strict_types=1);

/** Strings of an array. */
$strings = static fn(array $x): array => array_filter($x, is_string(...));
/** The key of the first array in an array, or null. */
$inner = static function (array $x): int|string|null {
    foreach ($x as $key => $element) {
        if (is_array($element) && $element !== []) {
            return $key;
        }
    }
    return null;
};
$order = static fn(mixed $a, mixed $b): int => strcmp(serialize($a), serialize($b));

return [
    // writes at each depth
    'set' => static function (array &$x, int|string $key, mixed $new): void {
        $x[$key] = $new;
    },
    'append' => static function (array &$x, int|string $key, mixed $new): void {
        $x[] = $new;
    },
    'unset' => static function (array &$x, int|string $key): void {
        unset($x[$key]);
    },
    'set below' => static function (array &$x, int|string $key, mixed $new) use ($inner): void {
        $x[$inner($x) ?? 'no array'][$key] = $new;
    },
    'append below' => static function (array &$x, int|string $key, mixed $new) use ($inner): void {
        $x[$inner($x) ?? 'no array'][] = $new;
    },
    'unset below' => static function (array &$x) use ($inner): void {
        $at = $inner($x);
        if ($at !== null) {
            unset($x[$at][array_key_first($x[$at])]);
        }
    },
    'set two levels below' => static function (array &$x, int|string $key, mixed $new) use ($inner): mixed {
        $at = $inner($x);
        $below = $at === null ? null : $inner($x[$at]);
        if ($below !== null) {
            $x[$at][$below][$key][] = $new;
        }
        return $below;
    },
    'set all below' => static function (array &$x, int|string $key, mixed $new): void {
        foreach ($x as $at => $element) {
            if (is_array($element)) {
                $x[$at][$key] = [$new];
            }
        }
    },
    'default' => static function (array &$x, int|string $key, mixed $new): mixed {
        return $x[$key] ??= $new;
    },
    'add to ints' => static function (array &$x): void {
        foreach ($x as $at => $element) {
            if (is_int($element)) {
                $x[$at] += 3;
                $x[$at]++;
            }
        }
    },
    'write into a string' => static function (array &$x) use ($strings): void {
        foreach ($strings($x) as $at => $element) {
            if ($element !== '') {
                $x[$at][0] = 'Q';
                $x[$at][5] = 'Z';
            }
        }
    },
    'append to strings' => static function (array &$x) use ($strings): void {
        foreach ($strings($x) as $at => $element) {
            $x[$at] .= '++';
        }
    },
    'increment a string' => static function (array &$x) use ($strings): void {
        foreach ($strings($x) as $at => $element) {
            if (preg_match('/^[a-z]+$/', $element) === 1) {
                @$x[$at]++;
            }
        }
    },
    'change a type' => static function (array &$x): void {
        $at = array_key_first($x);
        if ($at !== null) {
            settype($x[$at], 'array');
        }
    },
    'exchange' => static function (array &$x): void {
        $keys = array_keys($x);
        if (count($keys) > 1) {
            [$x[$keys[0]], $x[$keys[1]]] = [$x[$keys[1]], $x[$keys[0]]];
        }
    },

    // references
    'reference to an element' => static function (array &$x, int|string $key, mixed $new): void {
        $reference = &$x[$key];
        $reference = $new;
    },
    'reference below, then a copy' => static function (array &$x) use ($inner): mixed {
        $at = $inner($x);
        if ($at === null) {
            return null;
        }
        $first = array_key_first($x[$at]);
        $reference = &$x[$at][$first];
        $copy = $x;
        $reference = 'changed';
        return $copy;
    },
    'two elements that are one reference' => static function (array &$x, int|string $key, mixed $new): mixed {
        $x[$key] = &$x['one'];
        $x['one'] = $new;
        $copy = $x;
        $copy['one'] = 'both';
        $seen = $x[$key];
        unset($x['one'], $x[$key]);
        return $seen;
    },
    'foreach by reference' => static function (array &$x, int|string $key, mixed $new): void {
        foreach ($x as &$element) {
            if (is_int($element)) {
                $element++;
            } elseif (is_array($element)) {
                $element['new'] = $new;
            }
        }
    },
    'foreach by reference, left early' => static function (array &$x, int|string $key, mixed $new): void {
        foreach ($x as &$element) {
            $element = $new;
            break;
        }
    },
    'foreach by reference, nested' => static function (array &$x): void {
        foreach ($x as &$row) {
            if (is_array($row)) {
                foreach ($row as &$cell) {
                    $cell = is_string($cell) ? $cell . '!' : $cell;
                }
                unset($cell);
            }
        }
    },
    'foreach that unsets and adds' => static function (array &$x): void {
        foreach ($x as $key => &$element) {
            unset($x[$key]);
            $x['added'] = 1;
            break;
        }
    },
    'list by reference' => static function (array &$x): void {
        [&$first] = $x;
        $first = 'by reference';
    },
    'extract' => static function (array &$x): int {
        return extract(array_filter($x, is_string(...), ARRAY_FILTER_USE_KEY), EXTR_PREFIX_ALL, 'of');
    },
    'extract by reference' => static function (array &$x): mixed {
        $copy = $x;
        $count = extract($copy, EXTR_PREFIX_ALL | EXTR_REFS, 'of');
        $of_k1 = 'set';
        return [$count, $copy];
    },
    'array_walk' => static function (array &$x): void {
        array_walk($x, static function (mixed &$element): void {
            $element = is_int($element) ? $element * 2 : $element;
        });
    },
    'array_walk that unsets' => static function (array &$x): void {
        @array_walk($x, static function (mixed &$element, int|string $key) use (&$x): void {
            unset($x[$key]);
        });
    },
    'array_walk_recursive' => static function (array &$x): void {
        array_walk_recursive($x, static function (mixed &$element): void {
            $element = is_string($element) ? "<$element>" : $element;
        });
    },
    'a reference in a sort' => static function (array &$x): void {
        uasort($x, static function () use (&$x): int {
            $x = [];
            return 0;
        });
    },

    // sort family
    'sort' => static fn(array &$x): bool => sort($x),
    'rsort' => static fn(array &$x): bool => rsort($x),
    'asort' => static fn(array &$x): bool => asort($x, SORT_STRING),
    'arsort' => static fn(array &$x): bool => arsort($x),
    'ksort' => static fn(array &$x): bool => ksort($x),
    'krsort' => static fn(array &$x): bool => krsort($x),
    'usort' => static fn(array &$x): bool => usort($x, $order),
    'uasort' => static fn(array &$x): bool => uasort($x, $order),
    'uksort' => static fn(array &$x): bool => uksort($x, static fn(int|string $a, int|string $b): int => strcmp("$b", "$a")),
    'natcasesort' => static function (array &$x): void {
        @natcasesort($x);
    },
    'array_multisort' => static function (array &$x) use ($strings): mixed {
        $of = $strings($x);
        array_multisort($of, SORT_DESC);
        return $of;
    },
    'shuffle' => static fn(array &$x): bool => shuffle($x),

    // functions of arrays
    'array_shift' => static fn(array &$x): mixed => array_shift($x),
    'array_pop' => static fn(array &$x): mixed => array_pop($x),
    'array_push' => static fn(array &$x, int|string $key, mixed $new): mixed => array_push($x, $new, $key),
    'array_unshift' => static fn(array &$x, int|string $key, mixed $new): mixed => array_unshift($x, $new, $key),
    'array_splice' => static fn(array &$x, int|string $key, mixed $new): mixed => array_splice($x, 1, 2, [$new, $key]),
    'array_splice of all' => static fn(array &$x): mixed => array_splice($x, 0),
    'array_map' => static fn(array &$x): mixed => array_map(static fn(mixed $element): mixed => is_array($element) ? count($element) : $element, $x),
    'array_map without a function' => static fn(array &$x): mixed => array_map(null, $x, $x),
    'array_filter' => static function (array &$x): void {
        $x = array_filter($x);
    },
    'array_merge' => static function (array &$x, int|string $key, mixed $new): void {
        $x = array_slice(array_merge($x, [$key => $new], $x), 0, 40);
    },
    'array_merge_recursive' => static function (array &$x, int|string $key, mixed $new): void {
        $x = array_slice(array_merge_recursive($x, ['k1' => [$new]]), 0, 40);
    },
    'array_replace' => static function (array &$x, int|string $key, mixed $new): void {
        $x = array_replace($x, [$key => $new]);
    },
    'array_replace_recursive' => static function (array &$x, int|string $key, mixed $new): void {
        $x = array_replace_recursive($x, ['k2' => ['k3' => $new]]);
    },
    'union' => static function (array &$x, int|string $key, mixed $new): void {
        $x += [$key => $new, 'union' => 1];
    },
    'array_flip' => static fn(array &$x): mixed => array_flip($strings($x)),
    'array_reverse' => static function (array &$x): void {
        $x = array_reverse($x, true);
    },
    'array_chunk' => static fn(array &$x): mixed => array_chunk($x, 3, true),
    'array_pad' => static fn(array &$x, int|string $key, mixed $new): mixed => array_pad($x, count($x) + 2, $new),
    'array_combine' => static fn(array &$x): mixed => array_combine(array_keys($x), array_values($x)),
    'array_column' => static fn(array &$x): mixed => array_column(array_filter($x, is_array(...)), 'name', 'id'),
    'array_unique' => static fn(array &$x): mixed => array_unique($x, SORT_REGULAR),
    'array_diff_key' => static fn(array &$x, int|string $key): mixed => array_diff_key($x, [$key => 1]),
    'array_intersect_key' => static fn(array &$x): mixed => array_intersect_key($x, array_slice($x, 1, null, true)),
    'array_udiff' => static fn(array &$x): mixed => array_udiff($x, array_slice($x, 1), $order),
    'array_slice' => static function (array &$x): void {
        $x = array_slice($x, 0, 8, true);
    },
    'array_fill_keys' => static fn(array &$x, int|string $key, mixed $new): mixed => array_fill_keys(array_keys($x), $new),
    'array_change_key_case' => static fn(array &$x): mixed => array_change_key_case($x, CASE_UPPER),
    'array_search' => static fn(array &$x, int|string $key, mixed $new): mixed => [array_search($new, $x, true), in_array($new, $x, true)],
    'array_rand' => static fn(array &$x): mixed => $x === [] ? null : array_rand($x),
    'count of all' => static fn(array &$x): mixed => [count($x, COUNT_RECURSIVE), array_is_list($x), array_key_last($x)],
    'internal pointer' => static function (array &$x): mixed {
        $seen = [current($x), next($x), key($x), next($x), current($x)];
        end($x);
        prev($x);
        $seen[] = key($x);
        reset($x);
        return $seen;
    },
    'internal pointer that stays' => static function (array &$x): mixed {
        next($x);
        return key($x);
    },
    'spread' => static fn(array &$x): mixed => [...array_values($x), ...$x],
    'named arguments' => static fn(array &$x): mixed => (static fn(mixed ...$given): mixed => $given)(...array_filter($x, is_string(...), ARRAY_FILTER_USE_KEY)),
    'tests of keys' => static fn(array &$x, int|string $key): mixed => [isset($x[$key]), empty($x[$key]), isset($x[$key]['k1']['k2']), array_key_exists($key, $x)],

    // objects, SPL
    'cast to an object' => static function (array &$x): mixed {
        $object = (object) $x;
        $object->new = 1;
        unset($object->k1);
        $array = (array) $object;
        $array['more'] = 2;
        return [$array, $object];
    },
    'ArrayObject' => static function (array &$x, int|string $key, mixed $new): mixed {
        $object = new ArrayObject($x);
        $object[$key] = $new;
        $object->ksort();
        unset($object['k1']);
        return $object->getArrayCopy();
    },
    'ArrayObject by reference' => static function (array &$x, int|string $key, mixed $new): mixed {
        $object = new ArrayObject($x);
        foreach ($object as &$element) {
            $element = $new;
            break;
        }
        return $object->getArrayCopy();
    },
    'ArrayIterator' => static function (array &$x): mixed {
        $iterator = new ArrayIterator($x);
        foreach ($iterator as $key => $element) {
            $iterator->offsetUnset($key);
            break;
        }
        return iterator_to_array($iterator);
    },
    'RecursiveArrayIterator' => static fn(array &$x): mixed => iterator_to_array(new RecursiveIteratorIterator(new RecursiveArrayIterator($x)), false),
    'SplFixedArray' => static function (array &$x): mixed {
        $fixed = SplFixedArray::fromArray(array_values($x));
        $fixed->setSize(3);
        $fixed[0] = 'set';
        return $fixed->toArray();
    },
    'SplDoublyLinkedList' => static function (array &$x): mixed {
        $list = new SplDoublyLinkedList();
        foreach ($x as $element) {
            $list->push($element);
        }
        return iterator_to_array($list);
    },
    'SplMinHeap' => static function (array &$x) use ($strings): mixed {
        $heap = new SplMinHeap();
        foreach ($strings($x) as $element) {
            $heap->insert($element);
        }
        return iterator_to_array($heap, false);
    },
    'WeakMap' => static function (array &$x): mixed {
        $map = new WeakMap();
        $object = (object) ['x' => $x];
        $map[$object] = $x;
        $map[$object]['new'] = 1;
        $object->x['newer'] = 2;
        return [$map[$object], $object];
    },
    'a property that is cloned' => static function (array &$x, int|string $key, mixed $new): mixed {
        $object = new Kept\Holder();
        $object->array = $x;
        $object->array[$key] = $new;
        $object->any = &$x;
        $object->any[] = $new;
        $clone = clone $object;
        $clone->array[] = 1;
        $clone->array['deep']['er'] = $new;
        return [$clone->array, $object->array];
    },
    'a static property' => static function (array &$x, int|string $key, mixed $new): mixed {
        Kept\Holder::$static = $x;
        Kept\Holder::$static[$key] = $new;
        $result = Kept\Holder::$static;
        Kept\Holder::$static = [];
        return $result;
    },
    'a static variable' => static function (array &$x, int|string $key, mixed $new): mixed {
        static $kept = [];
        $kept = $x;
        $kept[$key] = $new;
        $kept[] = 1;
        return $kept;
    },
    'a global variable' => static function (array &$x, int|string $key, mixed $new): mixed {
        $GLOBALS['ofKept'] = $x;
        $GLOBALS['ofKept'][$key] = $new;
        $result = $GLOBALS['ofKept'];
        unset($GLOBALS['ofKept']);
        return $result;
    },

    // functions of PHP code
    'closure by value' => static function (array &$x, int|string $key, mixed $new): mixed {
        $closure = static function () use ($x, $key, $new): array {
            $x[$key] = $new;
            return $x;
        };
        return [$closure(), $closure()];
    },
    'argument by value' => static fn(array &$x, int|string $key, mixed $new): mixed => (static function (array $given) use ($key, $new): array {
        $given[$key] = $new;
        $given['n']['m'] = 1;
        return $given;
    })($x),
    'generator by reference' => static function (array &$x, int|string $key, mixed $new): mixed {
        $generator = (static function () use (&$x): Generator {
            foreach ($x as $at => &$element) {
                $sent = yield $at => $element;
                $element = $sent ?? $element;
            }
        })();
        $seen = [$generator->current(), $generator->valid() ? $generator->send($new) : null];
        foreach ($generator as $element) {
            $seen[] = $element;
        }
        return $seen;
    },
    'yield from' => static fn(array &$x): mixed => iterator_to_array((static function () use ($x): Generator {
        yield from $x;
    })()),
    'fiber' => static function (array &$x, int|string $key, mixed $new): mixed {
        $fiber = new Fiber(static function () use (&$x): void {
            $x[] = Fiber::suspend($x);
            foreach ($x as &$element) {
                $element = Fiber::suspend($element);
                break;
            }
        });
        $seen = [$fiber->start(), $fiber->resume($new)];
        if (!$fiber->isTerminated()) {
            $fiber->resume('end');
        }
        return $seen;
    },
    'fiber that is left' => static function (array &$x): mixed {
        $fiber = new Fiber(static function () use ($x): void {
            $x['left'] = 1;
            Fiber::suspend($x);
        });
        return $fiber->start();
    },
    'exception with the array' => static function (array &$x, int|string $key, mixed $new): mixed {
        try {
            throw new Kept\Carrier($x);
        } catch (Kept\Carrier $carrier) {
            $carrier->array[$key] = $new;
            return $carrier->array;
        }
    },
    'copies in an array' => static function (array &$x, int|string $key, mixed $new): mixed {
        $copies = ['a' => $x, 'b' => $x];
        $copies['a'][$key] = $new;
        $copies['b']['a'] = $copies;
        return $copies;
    },
    'in itself' => static function (array &$x, int|string $key, mixed $new): mixed {
        $x['self'] = $x;
        $x['self'][$key] = $new;
        $seen = $x;
        unset($x['self']);
        return $seen;
    },
    'a cycle for the collector' => static function (array &$x): mixed {
        $cycle = $x;
        $cycle['cycle'] = &$cycle;
        unset($cycle);
        return gc_collect_cycles() >= 0;
    },

    // strings and texts of it
    'functions of strings' => static function (array &$x) use ($strings): mixed {
        $of = $strings($x);
        return [implode(',', $of), str_replace('s', 'S', $of), array_map(strtoupper(...), $of), array_map(ucfirst(...), $of), array_map(trim(...), $of), array_map(strrev(...), $of)];
    },
    'patterns' => static function (array &$x) use ($strings): mixed {
        $seen = [];
        foreach ($strings($x) as $element) {
            $seen[] = [preg_match('/' . preg_quote($element, '/') . '/', "some text $element"), preg_replace('/[a-c]/', '_', $element)];
        }
        return $seen;
    },
    'numbers of strings' => static function (array &$x) use ($strings): mixed {
        return array_map(static fn(string $element): array => [(int) $element, (float) $element, $element === 0, $element <=> 'm'], $strings($x));
    },
    'strings as keys' => static function (array &$x, int|string $key, mixed $new) use ($strings): mixed {
        $seen = [];
        foreach ($strings($x) as $element) {
            $seen[$element] = $new;
            $x[$element] = 1;
        }
        return $seen;
    },
    'strings as names' => static function (array &$x) use ($strings): mixed {
        $object = new stdClass();
        foreach ($strings($x) as $element) {
            $object->{"of $element"} = $element;
            ${"of_$element"} = 1;
            defined($element);
            function_exists($element);
        }
        return $object;
    },
    'texts of it' => static fn(array &$x): mixed => [json_encode($x, JSON_PARTIAL_OUTPUT_ON_ERROR), var_export($x, true), print_r($x, true), http_build_query($x), md5(serialize($x))],
    'lyo again' => static function (array &$x): void {
        $x = lyo_unserialize(lyo_serialize($x));
    },
    'a value that is deeper' => static function (array &$x): mixed {
        $read = lyo_unserialize(lyo_serialize(['around' => $x]));
        $read['around'][] = 1;
        return $read;
    },
];
