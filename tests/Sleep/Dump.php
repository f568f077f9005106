<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use ReflectionReference;

/** Values as text, without a call of any hook and without a change of what is looked at. */
final class Dump
{
    private const DEPTH = 6;

    /**
     * The properties of an object. A clone is used, because listing makes a table of properties, which the object may not have.
     *
     * @param list<object> $objects those of the trial
     */
    public static function properties(object $object, array $objects): string
    {
        return self::entries(get_mangled_object_vars(clone $object), $objects, 0, '{', '}');
    }

    /** @param list<object> $objects those of the trial, which are told by their numbers */
    public static function of(mixed $value, array $objects, int $depth = 0): string
    {
        if (is_array($value)) {
            return self::entries($value, $objects, $depth, '[', ']');
        }
        if (!is_object($value)) {
            return is_string($value) ? '"' . addcslashes($value, "\0..\37\"\\\177..\377") . '"' : var_export($value, true);
        }
        $number = array_search($value, $objects, true);
        if ($number !== false) {
            return 'object ' . $number;
        }
        if ($value instanceof Placeholder) {
            return $value->number === null ? 'new object' : 'object ' . $value->number;
        }

        return $value::class . ($depth > self::DEPTH ? '' : self::entries(get_mangled_object_vars($value), $objects, $depth, '{', '}'));
    }

    /**
     * @param array<mixed> $values
     * @param list<object> $objects
     */
    private static function entries(array $values, array $objects, int $depth, string $open, string $close): string
    {
        $texts = [];
        foreach ($values as $key => $value) {
            $reference = ReflectionReference::fromArrayElement($values, $key) === null ? '' : '&';
            $texts[] = self::of($key, []) . ': ' . $reference . ($depth > self::DEPTH ? '…' : self::of($value, $objects, $depth + 1));
        }

        return $open . implode(', ', $texts) . $close;
    }
}
