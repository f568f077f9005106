<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

use Generator;
use Lyo\Exception\LyoException;

use function array_keys;
use function is_float;
use function is_string;
use function pack;

/**
 * Finds the places at which two values differ. It compares all that === and serialize() can tell apart: types, the order of keys, classes and
 * visibility of properties, which places have the same object, and which share a PHP reference. Both values are in memory.
 */
final class Differences
{
    /** @var array<int, array<int, string>> for each of the two values: path of each object, by ordinal */
    private array $objects = [[], []];
    /** @var array<int, array<int, string>> the same for PHP references, by index */
    private array $references = [[], []];

    /**
     * @param string $old serialize() text of the first value
     * @param string $new serialize() text of the second value
     *
     * @return Generator<int, Difference>
     *
     * @throws LyoException if one of the texts is malformed
     */
    public static function between(string $old, string $new): Generator
    {
        if ($old === $new) {
            return;
        }
        [$old, $oldShares] = Collector::collect($old);
        [$new, $newShares] = Collector::collect($new);
        $differences = new self();
        if ($oldShares) {
            $differences->places($old, [], 0);
        }
        if ($newShares) {
            $differences->places($new, [], 1);
        }
        yield from $differences->compare($old, $new, []);
    }

    /**
     * Records the paths of the objects and PHP references of a value.
     *
     * @param list<string> $path path of $node
     * @param int $side 0 for the first value, 1 for the second
     */
    private function places(Node $node, array $path, int $side): void
    {
        if ($node->reference !== null && $node->kind !== Kind::SameSlot) {
            $this->references[$side][$node->reference] = (string) new Path($path);
        }
        if ($node->ordinal !== null && $node->kind !== Kind::SameObject) {
            $this->objects[$side][$node->ordinal] = (string) new Path($path);
        }
        foreach ($node->entries as [$key, $value]) {
            $this->places($value, [...$path, (string) $key], $side);
        }
    }

    /**
     * @param list<string> $path path of both nodes
     *
     * @return Generator<int, Difference>
     */
    private function compare(Node $old, Node $new, array $path): Generator
    {
        if ($old->kind !== $new->kind || $old->class !== $new->class || !self::isSame($old->value, $new->value) || $this->target($old, 0) !== $this->target($new, 1)) {
            yield new Difference(new Path($path), Change::Changed, $old, $new);
            return;
        }
        $later = [];
        foreach ($new->entries as [$key, $value]) {
            $later[$key] = $value;
        }
        $kept = [];
        foreach ($old->entries as [$key, $value]) {
            $here = [...$path, self::name($key, $old->class)];
            if (isset($later[$key])) {
                $kept[$key] = true;
                yield from $this->compare($value, $later[$key], $here);
            } else {
                yield new Difference(new Path($here), Change::Removed, $value, null);
            }
        }
        $order = [];
        foreach ($later as $key => $value) {
            if (isset($kept[$key])) {
                $order[] = $key;
            } else {
                yield new Difference(new Path([...$path, self::name($key, $new->class)]), Change::Added, null, $value);
            }
        }
        if ($order !== array_keys($kept)) {
            yield new Difference(new Path($path), Change::Reordered, $old, $new);
        }
    }

    /** Describes the target of a back reference. Of other nodes it tells whether a PHP reference begins there. Equal texts mean equal sharing. */
    private function target(Node $node, int $side): string
    {
        return match ($node->kind) {
            Kind::SameObject => 'object ' . ($this->objects[$side][$node->ordinal ?? -1] ?? ''),
            Kind::SameSlot => 'reference ' . ($this->references[$side][$node->reference ?? -1] ?? ''),
            default => $node->reference === null ? '' : 'begins a reference',
        };
    }

    private static function name(int|string $key, string $class): string
    {
        return is_string($key) ? Text::property($key, $class)[0] : (string) $key;
    }

    /** Compares scalars like ===, but floats by their bits. */
    private static function isSame(int|float|string|bool|null $old, int|float|string|bool|null $new): bool
    {
        return is_float($old) && is_float($new) ? pack('E', $old) === pack('E', $new) : $old === $new;
    }
}
