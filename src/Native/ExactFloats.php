<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use Closure;
use ReflectionMethod;

use function function_exists;
use function ini_get;
use function ini_set;
use function method_exists;
use function preg_match_all;
use function serialize;

/**
 * Keeps the digits of floats if serialize_precision is not -1. With 17 digits or more a float comes back unchanged, so that nothing is needed.
 * With fewer digits serialize() loses some.
 *
 * The setting is changed only while no hook can run, because hooks must see the setting of the application.
 *
 * @internal
 */
final class ExactFloats
{
    /** Number of digits with which every float comes back unchanged. */
    private const DIGITS = 17;

    /** Tells whether serialize() and json_encode() keep floats unchanged. */
    public static function areKept(): bool
    {
        $precision = (int) ini_get('serialize_precision');
        return $precision < 0 || $precision >= self::DIGITS;
    }

    /** Tells whether serialize() writes floats with the fewest digits, as Text::float() does. */
    public static function areShort(): bool
    {
        return (int) ini_get('serialize_precision') < 0;
    }

    /** Calls serialize(). Floats are exact, unless serialize_precision loses digits and the value has objects with hooks of the application. */
    public static function serialize(mixed $value): string
    {
        $text = serialize($value);
        return self::areKept() || self::hasHooks($text) ? $text : self::during(static fn(): string => serialize($value));
    }

    /** Tells whether a text has objects of a class with a hook in PHP code, or a string that looks like one. */
    private static function hasHooks(string $text): bool
    {
        if (preg_match_all('/(?:^|[;{}])[OC]:\d+:"([^"]+)":/', $text, $matches) === false) {
            return true;
        }
        $last = '';
        foreach ($matches[1] as $class) {
            foreach ($class === $last ? [] : ['__serialize', '__sleep', 'serialize'] as $hook) {
                if (method_exists($class, $hook) && (new ReflectionMethod($class, $hook))->isUserDefined()) {
                    return true;
                }
            }
            $last = $class;
        }
        return false;
    }

    /**
     * Calls a function with serialize_precision -1, if ini_set() exists. The function must not call hooks.
     *
     * @template T
     *
     * @param Closure(): T $do
     *
     * @return T
     */
    public static function during(Closure $do): mixed
    {
        if (self::areShort() || !function_exists('ini_set')) {
            return $do();
        }
        $precision = ini_set('serialize_precision', '-1');
        try {
            return $do();
        } finally {
            ini_set('serialize_precision', (string) $precision);
        }
    }
}
