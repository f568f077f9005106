<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use Closure;
use InvalidArgumentException;
use Lyo\Tests\Fixtures\SleepNames;
use RuntimeException;
use stdClass;
use Throwable;

/** Codecs with one known fault each, made from PHP's own: the test has to find every one of them (selftest.php). */
final class Broken
{
    public const FAULTS = [
        'negative zero becomes zero', 'floats lose digits', 'references become values', 'shared objects become copies', 'keys change order',
        'next free element is too high', 'next free element of a map is too high',
        'next free element of properties is too high', 'last property is lost', 'hooks run twice', 'warnings are swallowed', 'exceptions change class',
        'allowed_classes is ignored', 'max_depth is ignored', 'callback is ignored', 'uninitialised property gets a value',
        'refused objects become null', 'encoding leaves a trace', 'bytes depend on the moment', 'integer turns into float',
        'string key turns into int', 'it crashes', 'destructors are skipped', 'nested state leaks',
    ];

    private static int $calls = 0;

    public static function named(string $name): Codec
    {
        $encode = serialize(...);
        $decode = self::unserialize(...);

        return match ($name) {
            'negative zero becomes zero' => self::changing($name, static fn(string $text): string => str_replace('d:-0;', 'd:0;', $text)),
            'floats lose digits' => self::with($name, self::imprecise(...), $decode),
            'references become values' => self::after($name, self::withoutReferences(...)),
            'shared objects become copies' => self::after($name, self::copied(...)),
            'keys change order' => self::after($name, static fn(mixed $value): mixed => is_array($value) && !array_is_list($value) ? array_reverse($value, true) : $value),
            'next free element is too high' => self::after($name, self::raised(...)),
            'next free element of a map is too high' => self::after($name, self::raisedInside(...)),
            'next free element of properties is too high' => self::after($name, self::raisedProperties(...)),
            'last property is lost' => self::after($name, self::clipped(...)),
            'hooks run twice' => self::with($name, $encode, static function (string $data, array $options): mixed {
                $first = self::unserialize($data, $options);

                return self::unserialize($data, $options);
            }),
            'warnings are swallowed' => self::with($name, $encode, static fn(string $data, array $options): mixed => @self::unserialize($data, $options)),
            'exceptions change class' => self::with($name, $encode, self::rethrowing(...)),
            'allowed_classes is ignored' => self::with($name, $encode, static fn(string $data, array $options): mixed => self::unserialize($data, array_diff_key($options, ['allowed_classes' => 1]))),
            'max_depth is ignored' => self::with($name, $encode, static fn(string $data, array $options): mixed => self::unserialize($data, array_diff_key($options, ['max_depth' => 1]))),
            'callback is ignored' => self::with($name, $encode, static function (string $data, array $options): mixed {
                ini_set('unserialize_callback_func', '');

                return self::unserialize($data, $options);
            }),
            'uninitialised property gets a value' => self::after($name, self::initialised(...)),
            'refused objects become null' => self::with($name, self::unrefusing(...), $decode),
            'encoding leaves a trace' => self::with($name, static function (mixed $value): string {
                $text = serialize($value);
                if ($value instanceof stdClass) {
                    $value->trace = true;
                }

                return $text;
            }, $decode),
            'bytes depend on the moment' => self::with(
                $name,
                static fn(mixed $value): string => serialize($value) . chr(self::$calls++ & 0xFF),
                static fn(string $data, array $options): mixed => self::unserialize(substr($data, 0, -1), $options),
            ),
            'integer turns into float' => self::changing($name, static fn(string $text): string => (string) preg_replace('/(?<=[;{"])i:9223372036854775807;(?!})/', 'd:9223372036854775807;', $text)),
            'string key turns into int' => self::changing($name, static fn(string $text): string => str_replace('s:2:"05";', 'i:5;', $text)),
            'it crashes' => self::with($name, $encode, self::crashing(...)),
            'destructors are skipped' => self::after($name, self::kept(...)),
            'nested state leaks' => self::with($name, $encode, static fn(string $data, array $options): mixed => self::$calls++ % 50 === 49 ? null : self::unserialize($data, $options)),
            default => throw new InvalidArgumentException('unknown fault ' . $name),
        };
    }

    /**
     * @param Closure(mixed): string $encode
     * @param Closure(string, array<string, mixed>): mixed $decode
     */
    private static function with(string $name, Closure $encode, Closure $decode): Codec
    {
        return Codecs::wrapping('broken:' . $name, $encode, $decode);
    }

    /** @param array<string, mixed> $options some trials have wrong ones */
    private static function unserialize(string $data, array $options): mixed
    {
        return unserialize($data, $options); // @phpstan-ignore argument.type (unserialize() is to judge the options)
    }

    /** @param Closure(string): string $change */
    private static function changing(string $name, Closure $change): Codec
    {
        return self::with($name, serialize(...), static fn(string $data, array $options): mixed => self::unserialize($change($data), $options));
    }

    /** @param Closure(mixed): mixed $change */
    private static function after(string $name, Closure $change): Codec
    {
        return self::with($name, serialize(...), static fn(string $data, array $options): mixed => $change(self::unserialize($data, $options)));
    }

    private static function imprecise(mixed $value): string
    {
        ini_set('serialize_precision', '15');
        try {
            return serialize($value);
        } finally {
            ini_set('serialize_precision', '-1');
        }
    }

    private static function withoutReferences(mixed $value): mixed
    {
        if (!is_array($value)) {
            return $value;
        }
        $plain = [];
        foreach ($value as $key => $element) {
            $plain[$key] = $element;
        }

        return $plain;
    }

    private static function copied(mixed $value): mixed
    {
        if (!is_array($value)) {
            return $value;
        }
        foreach ($value as $key => $element) {
            if ($element instanceof stdClass) {
                $value[$key] = clone $element;
            }
        }

        return $value;
    }

    private static function raised(mixed $value): mixed
    {
        if (is_array($value) && array_is_list($value)) {
            $value[] = 1;
            unset($value[count($value) - 1]);
        }

        return $value;
    }

    /** Also inside, as when a map takes over the table of an earlier one. */
    private static function raisedInside(mixed $value): mixed
    {
        if (is_array($value)) {
            foreach ($value as $key => $map) {
                if (is_array($map) && is_string(array_key_first($map))) {
                    $value[$key] = self::appendedAndUnset($map);
                }
            }
        }

        return $value;
    }

    /** A cast hands the table over, and what is next in it. */
    private static function raisedProperties(mixed $value): mixed
    {
        return $value instanceof stdClass ? (object) self::appendedAndUnset(get_object_vars($value)) : $value;
    }

    /**
     * @param array<array-key, mixed> $map
     * @return array<array-key, mixed>
     */
    private static function appendedAndUnset(array $map): array
    {
        if (!array_key_exists(PHP_INT_MAX, $map)) {
            $map[] = 1;
            unset($map[array_key_last($map)]);
        }

        return $map;
    }

    private static function clipped(mixed $value): mixed
    {
        if ($value instanceof stdClass) {
            $last = array_key_last(get_object_vars($value));
            unset($value->{(string) $last});
        }

        return $value;
    }

    /** @param array<string, mixed> $options */
    private static function rethrowing(string $data, array $options): mixed
    {
        try {
            return self::unserialize($data, $options);
        } catch (Throwable $thrown) {
            throw new RuntimeException($thrown->getMessage(), 0, $thrown);
        }
    }

    private static function initialised(mixed $value): mixed
    {
        foreach (is_array($value) ? $value : [$value] as $element) {
            if ($element instanceof SleepNames) {
                $element->nullable ??= null;
            }
        }

        return $value;
    }

    private static function unrefusing(mixed $value): string
    {
        try {
            return serialize($value);
        } catch (Throwable) {
            return 'N;';
        }
    }

    /** @param array<string, mixed> $options */
    private static function crashing(string $data, array $options): mixed
    {
        // The stack trace of an exception has another length if another caller makes the value.
        if (strlen(explode("\0*\0file\"", $data)[0]) % 97 === 7) {
            exit(139); // the status that a shell reports for a segmentation fault; the parent sees that the child ended early
        }

        return self::unserialize($data, $options);
    }

    private static function kept(mixed $value): mixed
    {
        /** @var list<mixed> $kept */
        static $kept = [];
        $kept[] = $value;

        return $value;
    }
}
