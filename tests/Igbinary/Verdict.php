<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Igbinary;

/** Whether what the two modules did with a value is the same, or one of the differences that docs/differences-from-igbinary.md lists. */
final class Verdict
{
    public const SAME = 'same';

    public const CRASH = 'igbinary crashes';

    /** The same, or a listed difference, if igbinary runs in a new process. */
    public const DAMAGED = 'igbinary had damaged its process';

    private const SLEEP = '/returned (from|as member variable from) __sleep|__sleep\(?\)? should return an array|must not be accessed before initialization/';

    private const NULLED = '/^hook \S*Legacy\w*#\d+->serialize\(\) \["result"=>NULL/';

    /** igbinary cannot read its own message of a lazy object. Its return value does not show this. */
    private const MAYBE_NULLED = '/^hook \S*Legacy\w*#\d+->serialize\(\) \[\]/';

    private const INT_KEYS = ['/\\\\"(-?\d+)\\\\"=/' => '$1=', '/\\"(-?\d+)\\"=/' => '$1='];

    private const MARKS = ['/[#@&]\d*[:;]?/' => ''];

    /**
     * @param array<string, mixed> $ours
     * @param array<string, mixed> $theirs
     * @param callable(): array<string, mixed> $native what serialize() and unserialize() do with the same value
     * @return ?string SAME, the difference by its name, or null: not allowed
     */
    public static function of(array $ours, array $theirs, callable $native): ?string
    {
        if (isset($ours['crashed'])) {
            return null;
        }
        if (isset($theirs['crashed'])) {
            return self::CRASH;
        }
        $encoded = ['bytes', 'thrown', 'told'];
        $same = array_filter($encoded, static fn(string $key): bool => ($ours[$key] ?? null) !== ($theirs[$key] ?? null)) === [];
        if ($same && ($ours['decoded'] ?? null) === ($theirs['decoded'] ?? null) && ($ours['events'] ?? null) === ($theirs['events'] ?? null)) {
            return self::SAME;
        }
        if (!$same) {
            return self::encoding($ours, $theirs);
        }
        if (is_string($ours['bytes'] ?? null) && str_contains(self::json($ours['decoded'] ?? null), 'Maximum depth of')) {
            return 'depth';
        }

        return self::decoding($ours, $theirs, $native());
    }

    /**
     * @param array<string, mixed> $ours
     * @param array<string, mixed> $theirs
     */
    private static function encoding(array $ours, array $theirs): ?string
    {
        $words = self::json([$ours['told'] ?? null, $theirs['told'] ?? null, $ours['thrown'] ?? null, $theirs['thrown'] ?? null]);
        if (preg_match(self::SLEEP, $words) === 1) {
            return '__sleep';
        }
        $events = is_array($ours['events'] ?? null) ? $ours['events'] : [];
        foreach ($events as $event) {
            $lost = is_string($event) && preg_match(self::MAYBE_NULLED, $event) === 1 && str_contains(self::json($theirs['decoded'] ?? null), 'invalid reference');
            if ($lost || (is_string($event) && preg_match(self::NULLED, $event) === 1)) {
                return 'serialize() gives null';
            }
        }
        $family = $ours['family'] ?? '';

        return $family === 'changing' || $family === 'mischief' ? 'hooks change what is written' : null;
    }

    /**
     * @param array<string, mixed> $ours
     * @param array<string, mixed> $theirs
     * @param array<string, mixed> $native
     */
    private static function decoding(array $ours, array $theirs, array $native): ?string
    {
        // classes of PHP itself want 0, 1, 2 as ints: igbinary fails where the keys were written as strings
        $illTyped = array_map(static fn(array $answer): bool => preg_match('/ill-(typed|formed)|Invalid serialization data/', self::refusal($answer) ?? '') === 1, [$ours, $theirs]) === [false, true];
        if ($illTyped || self::plain($ours, self::INT_KEYS) === self::plain($theirs, self::INT_KEYS)) {
            return 'keys that are ints';
        }
        if (self::plain($ours, []) === self::plain($native, [])) {
            return 'as unserialize()';
        }
        // numbers of objects and references differ if unserialize() makes a reference that igbinary's format cannot express
        if (self::plain($ours, self::MARKS) === self::plain($native, self::MARKS)) {
            return 'as unserialize(), but for references';
        }
        if (str_contains(self::plain($ours, []), 'malformed property name')) {
            return 'malformed names of properties';
        }
        // unserialize() refuses them, too, or something that it reads before
        if (str_contains(self::plain($ours, []), 'a virtual property cannot be restored') && preg_match('/for virtual property|Error at offset/', self::plain($native, [])) === 1) {
            return 'virtual properties';
        }
        if (self::visibility($ours, $theirs)) {
            return 'another visibility';
        }
        foreach ([$theirs, $native] as $other) {
            if (self::refusal($ours) !== null && self::refusal($ours) === self::refusal($other)) {
                return 'refused, and nothing told but that';
            }
            $other['events'] = $ours['events'] ?? null;
            if (self::plain($ours, self::INT_KEYS + self::MARKS) === self::plain($other, self::INT_KEYS + self::MARKS)) {
                return 'the same value, but for the moment of hooks and destructors';
            }
        }

        return null;
    }

    /**
     * Whether igbinary makes dynamic properties of names that belong to declared ones; unserialize() refuses some of these data.
     *
     * @param array<string, mixed> $ours
     * @param array<string, mixed> $theirs
     */
    private static function visibility(array $ours, array $theirs): bool
    {
        $told = static fn(array $answer): array => is_array($answer['decoded'] ?? null) && is_array($answer['decoded']['told'] ?? null) ? array_filter($answer['decoded']['told'], is_string(...)) : [];
        $more = array_diff($told($theirs), $told($ours));
        $dynamic = array_filter($more, static fn(string $message): bool => str_contains($message, 'Creation of dynamic property'));

        return array_diff($told($ours), $told($theirs)) === [] && $dynamic === $more && ($more !== [] || str_contains(self::plain($theirs, []), 'OnlySerialize'));
    }

    /**
     * The class that has refused the data with an exception.
     *
     * @param array<string, mixed> $answer
     */
    private static function refusal(array $answer): ?string
    {
        $thrown = is_array($answer['decoded'] ?? null) ? $answer['decoded']['thrown'] ?? null : null;

        return is_string($thrown) ? str_replace(' in igbinary_unserialize', '', $thrown) : null;
    }

    /**
     * The observations of decoding as text, without the name of the function.
     *
     * @param array<string, mixed> $answer
     * @param array<string, string> $patterns what else does not count
     */
    private static function plain(array $answer, array $patterns): string
    {
        $patterns = ['/(igbinary_)?(un)?serialize\(\): /' => ''] + $patterns;

        return preg_replace(array_keys($patterns), array_values($patterns), self::json([$answer['decoded'] ?? null, $answer['events'] ?? null])) ?? '';
    }

    private static function json(mixed $value): string
    {
        return json_encode($value, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES | JSON_PARTIAL_OUTPUT_ON_ERROR) ?: '';
    }
}
