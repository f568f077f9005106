<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use ReflectionReference;

/** Equal arrays may come back as one table. A change of one of them must change no other: as after unserialize(). */
final class Separation
{
    /** So many arrays of a value are changed. */
    private const CHANGES = 12;
    private const LEVELS = 5;

    public static function difference(mixed $native, mixed $other): ?string
    {
        $paths = [];
        if (!is_array($native) || !is_array($other) || !self::collect($native, [], $paths)) {
            return null; // serialize() of objects may run hooks
        }
        $step = max(1, intdiv(count($paths), self::CHANGES));
        foreach ($paths as $i => $path) {
            if ($i % $step > 0) {
                continue;
            }
            if (serialize(self::changed($native, $path)) !== serialize(self::changed($other, $path)) || serialize($native) !== serialize($other)) {
                return 'after a change of the array at ' . json_encode($path, JSON_PARTIAL_OUTPUT_ON_ERROR);
            }
        }

        return null;
    }

    /**
     * Adds the paths of all arrays that lead through no PHP reference. Returns false if there is an object.
     *
     * @param array<array-key, mixed> $array
     * @param list<array-key> $path
     * @param list<list<array-key>> $paths
     */
    private static function collect(array $array, array $path, array &$paths): bool
    {
        $paths[] = $path;
        foreach ($array as $key => $value) {
            if (is_object($value)) {
                return false;
            }
            if (!is_array($value) || ReflectionReference::fromArrayElement($array, $key) !== null) {
                continue;
            }
            if (count($path) < self::LEVELS && !self::collect($value, [...$path, $key], $paths)) {
                return false;
            }
        }

        return true;
    }

    /**
     * Returns the array with a change in one of the arrays inside: its first element is another one, it has one more behind the last, and its
     * pointer has moved.
     *
     * @param array<array-key, mixed> $array
     * @param list<array-key> $path
     * @return array<array-key, mixed>
     */
    private static function changed(array $array, array $path): array
    {
        if ($path !== []) {
            $key = array_shift($path);
            if (is_array($array[$key] ?? null)) {
                $array[$key] = self::changed($array[$key], $path);
            }

            return $array;
        }
        next($array);
        $first = array_key_first($array);
        if ($first !== null && ReflectionReference::fromArrayElement($array, $first) === null) {
            $array[$first] = 'changed';
        }
        $array['added'] = true;
        unset($array['added']);
        $array['last'] = key($array);

        return $array;
    }
}
