<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use LogicException;
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
            [$changed, $same] = [$native, $other];
            self::change($changed, $path);
            self::change($same, $path);
            if (serialize($changed) !== serialize($same) || serialize($native) !== serialize($other)) {
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
     * Replaces the first element of an array, adds one behind the last, and moves its pointer.
     *
     * @param array<array-key, mixed> $array
     * @param list<array-key> $path
     */
    private static function change(array &$array, array $path): void
    {
        $place = &$array;
        foreach ($path as $key) {
            $place = &$place[$key];
            is_array($place) || throw new LogicException('there is no array at this path');
        }
        next($place);
        $first = array_key_first($place);
        if ($first !== null && ReflectionReference::fromArrayElement($place, $first) === null) {
            $place[$first] = 'changed';
        }
        $place['added'] = true;
        unset($place['added']);
        $place['last'] = key($place);
    }
}
