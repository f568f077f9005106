<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Igbinary;

/** Messages that were cut, changed or joined, and what may differ when two modules read them. */
final class Broken
{
    public static function from(string $bytes, string $other): string
    {
        $bytes = strlen($bytes) > 400 ? substr($bytes, 0, 400) : $bytes;
        for ($times = mt_rand(1, 3); $times > 0; $times--) {
            $at = mt_rand(4, max(4, strlen($bytes) - 1));
            $bytes = match (mt_rand(0, 5)) {
                0 => substr($bytes, 0, $at),
                1 => substr_replace($bytes, chr(mt_rand(0, 0x28)), $at, 1),
                2 => substr_replace($bytes, chr(mt_rand(0, 255)), $at, 1),
                3 => substr_replace($bytes, chr(mt_rand(0, 0x28)), $at, 0),
                4 => substr_replace($bytes, substr($other, 4, mt_rand(1, 30)), $at, mt_rand(0, 3)),
                default => substr_replace($bytes, '', $at, mt_rand(1, 4)),
            };
        }

        return $bytes;
    }

    /**
     * @param array<string, mixed> $ours
     * @param array<string, mixed> $theirs
     */
    public static function compare(array $ours, array $theirs): ?string
    {
        if (isset($ours['crashed'])) {
            return null;
        }
        if (isset($theirs['crashed'])) {
            return Verdict::CRASH;
        }
        $words = static fn(array $answer): string => implode("\n", array_map(strval(...), array_filter(is_array($answer['told'] ?? null) ? $answer['told'] : [], is_string(...))));
        if ($ours === $theirs) {
            return ($ours['portrait'] ?? null) === 'nNULL;' && $words($ours) !== '' ? 'refused alike' : 'accepted alike';
        }
        $refused = static fn(array $answer): bool => in_array($answer['portrait'] ?? null, [null, 'nNULL;'], true);
        if ($refused($ours) && $refused($theirs)) {
            return 'differences listed'; // the first of two faults: bytes before classes, all bytes before any class is loaded
        }
        if (str_contains($words($ours), 'malformed property name')) {
            return 'differences listed';
        }
        // an int as a key, and a property whose visibility has changed, go where they belong: then theirs has a key in quotes or a property too many
        return !$refused($ours) && preg_match('/"-?\d+"=|"(\\\\000[^"]*)?\w*"=/', self::text($theirs)) === 1 ? 'differences listed' : null;
    }

    /** @param array<string, mixed> $answer */
    private static function text(array $answer): string
    {
        return is_string($answer['portrait'] ?? null) ? $answer['portrait'] : '';
    }
}
