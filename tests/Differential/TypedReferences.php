<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use Lyo\Tests\Differential\Generator\Slots;
use ReflectionReference;
use stdClass;
use TypeError;

/**
 * A reference that typed properties are part of is guarded by their types. Decoders have to attach the guard themselves,
 * so each such reference is offered wrong values. Changes the results: the last thing that is done with them.
 */
final class TypedReferences
{
    public static function difference(mixed $native, mixed $other): ?string
    {
        $left = self::probe($native);
        $right = self::probe($other);
        foreach ($left as $path => $outcome) {
            if ($outcome !== ($right[$path] ?? '')) {
                return sprintf("guard of the typed reference %s\n  native: %s\n  other:  %s", $path, $outcome, $right[$path] ?? '(none)');
            }
        }

        return count($left) === count($right) ? null : 'the other side has more typed references';
    }

    /** @return array<string, string> each reference in a typed property, breadth first: which values it accepted */
    private static function probe(mixed $root): array
    {
        $outcomes = [];
        $seen = [];
        $queue = [$root];
        for ($i = 0; $i < count($queue) && $i < 3000; $i++) {
            $value = $queue[$i];
            if (is_object($value)) {
                if (isset($seen[spl_object_id($value)])) {
                    continue;
                }
                $seen[spl_object_id($value)] = $value;
                self::properties($value, $outcomes);
                $value = get_mangled_object_vars($value);
            }
            foreach (is_array($value) && count($queue) < 3000 ? $value : [] as $element) {
                if (is_object($element) || is_array($element)) {
                    $queue[] = $element;
                }
            }
        }

        return $outcomes;
    }

    /** @param array<string, string> $outcomes */
    private static function properties(object $object, array &$outcomes): void
    {
        foreach (Slots::of($object::class) as $property) {
            if ($property->getType() === null) {
                continue;
            }
            $key = $property->isPrivate() ? "\0" . $property->class . "\0" . $property->name : ($property->isProtected() ? "\0*\0" . $property->name : $property->name);
            $vars = get_mangled_object_vars($object);
            if (array_key_exists($key, $vars) && ReflectionReference::fromArrayElement($vars, $key) !== null) {
                $outcomes[count($outcomes) . ' ' . Text::normal($object::class) . '->' . $property->name] = self::offer($vars, $key);
            }
        }
    }

    /** @param array<array-key, mixed> $vars a table whose element $key is the reference */
    private static function offer(array $vars, string $key): string
    {
        $outcome = '';
        $original = $vars[$key];
        foreach ([new stdClass(), [], 'text', 1.5, 1, null] as $value) {
            try {
                $vars[$key] = $value;
                $outcome .= 'accepted ' . get_debug_type($vars[$key]) . ', ';
            } catch (TypeError $refusal) {
                $outcome .= Text::normal($refusal->getMessage()) . ', ';
            }
        }
        try {
            $vars[$key] = $original;
        } catch (TypeError) { // @phpstan-ignore catch.neverThrown (the element is a typed reference)
            // A readonly or mistyped slot keeps the last value that it accepted.
        }

        return $outcome;
    }
}
