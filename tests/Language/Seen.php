<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Language;

use Closure;
use Error;
use Exception;
use ReflectionProperty;
use Throwable;

/** The result of a step: a refusal, an exception, or a value. */
final class Seen
{
    public const REFUSED = 'refused';

    /**
     * @param Closure(): mixed $step
     * @param list<mixed> $refusals values that mean a refusal
     */
    public static function of(Closure $step, array $refusals): string
    {
        try {
            $value = $step();
        } catch (Throwable $thrown) {
            return Side::isRefusal($thrown) ? self::REFUSED : self::thrown($thrown);
        }
        if (in_array($value, $refusals, true)) {
            return self::REFUSED;
        }

        self::forget($value);

        return "value\n" . self::dump($value) . self::text($value);
    }

    /**
     * Exceptions note where they are made, which is in a decoder, each in another one. What a state has said of it stays.
     *
     * @param array<int, true> $met
     */
    private static function forget(mixed $value, array $met = []): void
    {
        if (is_object($value)) {
            if (isset($met[spl_object_id($value)])) {
                return;
            }
            $met[spl_object_id($value)] = true;
        }
        if ($value instanceof Throwable) {
            $class = $value instanceof Exception ? Exception::class : Error::class;
            if (preg_match('/unserialize|decode/', $value->getTrace()[0]['function'] ?? '') === 1) {
                (new ReflectionProperty($class, 'trace'))->setValue($value, []);
            }
            if (preg_match('~/(Seen|LanguageChecks|Decoding)\.php$~', $value->getFile()) === 1) {
                (new ReflectionProperty($class, 'file'))->setValue($value, '');
                (new ReflectionProperty($class, 'line'))->setValue($value, 0);
            }
        }
        foreach (is_array($value) || $value instanceof Throwable ? (array) $value : [] as $inner) {
            self::forget($inner, $met);
        }
    }

    public static function isValue(string $seen): bool
    {
        return str_starts_with($seen, "value\n");
    }

    public static function thrown(Throwable $thrown): string
    {
        return 'throws ' . $thrown::class . ': ' . $thrown->getMessage();
    }

    /** As var_dump() shows it, but for numbers of objects and where an exception was made. */
    private static function dump(mixed $value): string
    {
        ob_start();
        try {
            var_dump($value);
            $text = (string) ob_get_clean();
        } catch (Throwable $thrown) {
            ob_end_clean();

            return self::thrown($thrown) . "\n";
        }

        return (string) preg_replace(['/#\d+/', '/resource\(\d+\)/'], ['#', 'resource'], $text);
    }

    /** As serialize() writes it. */
    private static function text(mixed $value): string
    {
        try {
            return serialize($value) . "\n";
        } catch (Throwable $thrown) {
            return self::thrown($thrown) . "\n";
        }
    }
}
