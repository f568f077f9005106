<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use Closure;

/** Faults of a writer that skips calls of __sleep(), made in PHP. The test must detect each. They are called instead of the hook, which gets another name. */
final class Planted
{
    public const NONE = 'none';
    public const FIRST = 'the first names of a class are used for all its objects';
    public const TWICE = 'names that were the same twice are used from then on';
    public const LIKE = 'the same, for objects that have the same properties';
    public const AGAIN = 'the hook is called twice';
    public const SILENT = 'what PHP says of the hook is lost';
    public const LAST = 'the last name is lost when it was the same three times';

    public const FAULTS = [self::FIRST, self::TWICE, self::LIKE, self::AGAIN, self::SILENT, self::LAST];

    /** The other name of the hooks. */
    private const HOOK = 'asleep_W';

    /** @var array<class-string, array{names: mixed, times: int, properties: list<array-key>}> what the hook of a class gave the last time, and how many times in a row */
    private static array $known = [];

    /** Hooks that return a reference, or references in a list, stay as they are: this class keeps what a hook returned, and would keep the reference. */
    public static function in(string $code, string $fault): string
    {
        if (str_contains($code, 'function &__sleep') || str_contains($code, ', &$this->')) {
            return $code;
        }
        $own = 'public function __sleep() { return \\' . self::class . "::ask('" . $fault . "', \$this, fn () => \$this->" . self::HOOK . "()); }\n    ";

        return (string) preg_replace('/(?:final )?public function ' . self::HOOK . '\(\)/', addcslashes($own, '\\$') . '$0', str_replace('__sleep', self::HOOK, $code));
    }

    /** A message about a hook, with the original name of the hook. */
    public static function normal(string $text): string
    {
        return str_replace(self::HOOK, '__sleep', $text);
    }

    /** @param Closure(): mixed $hook */
    public static function ask(string $fault, object $object, Closure $hook): mixed
    {
        $properties = array_keys(get_mangled_object_vars(clone $object));
        $known = self::$known[$object::class] ?? ['names' => null, 'times' => 0, 'properties' => []];
        $spared = match ($fault) {
            self::FIRST => $known['times'] > 0,
            self::TWICE => $known['times'] > 1,
            self::LIKE => $known['times'] > 1 && $known['properties'] === $properties,
            default => false,
        };
        if ($spared) {
            return $known['names'];
        }
        if ($fault === self::AGAIN) {
            $hook();
        }
        $names = $fault === self::SILENT ? @$hook() : $hook();
        $same = is_array($names) && $known['names'] === $names && $known['properties'] === $properties;
        self::$known[$object::class] = ['names' => $names, 'times' => $same ? $known['times'] + 1 : 1, 'properties' => $properties];

        return $fault === self::LAST && $same && $known['times'] > 1 ? array_slice($names, 0, -1) : $names;
    }
}
