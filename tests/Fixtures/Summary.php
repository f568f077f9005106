<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

use ReflectionReference;

/** A short text of a value for the hook log: exact for scalars, bounded for everything else, the same in every process. */
final class Summary
{
    private const ENTRIES = 6;

    private const STRING = 24;

    public static function of(mixed $value, int $depth): string
    {
        return match (true) {
            is_string($value) => self::string($value),
            is_float($value) => 'float:' . bin2hex(pack('E', $value)),
            is_array($value) => self::entries($value, $depth),
            is_object($value) => World::name($value),
            is_resource($value) => 'resource',
            default => var_export($value, true),
        };
    }

    /**
     * The properties of an object as they are now, in table order; no magic method runs. References are not marked: a
     * reference that only the object is left with looks like one as long as an encoder happens to hold it, too. The cast
     * builds no property table on the object, as get_mangled_object_vars() would.
     */
    public static function state(object $object): string
    {
        return self::entries((array) $object, 1, false);
    }

    private static function string(string $value): string
    {
        if (strlen($value) > self::STRING) {
            return sprintf('"%s…"(%d,%08x)', addcslashes(substr($value, 0, self::STRING), "\0..\37\177..\377\"\\"), strlen($value), crc32($value));
        }

        return '"' . addcslashes($value, "\0..\37\177..\377\"\\") . '"';
    }

    /** @param array<array-key, mixed> $values */
    private static function entries(array $values, int $depth, bool $references = true): string
    {
        if ($depth <= 0) {
            return 'array(' . count($values) . ')';
        }
        $texts = [];
        foreach ($values as $key => $value) {
            if (count($texts) === self::ENTRIES) {
                $texts[] = '…' . count($values);
                break;
            }
            $reference = $references && ReflectionReference::fromArrayElement($values, $key) !== null ? '&' : '';
            $texts[] = (is_int($key) ? (string) $key : self::string($key)) . '=>' . $reference . self::of($value, $depth - 1);
        }

        return '[' . implode(', ', $texts) . ']';
    }
}
