<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

/** Strings that are difficult for the tables. No two of one kind are the same. */
final class Strings
{
    /** Times the lower half of the number that the writer's fingerprint multiplies by, it is 1 modulo 2^32. */
    private const UNDO = 0x9937733D;

    /** Base 36, always as long. */
    public static function number(int $i, int $length = 7): string
    {
        return str_pad(base_convert((string) $i, 10, 36), $length, '0', STR_PAD_LEFT);
    }

    /** The same beginning of 40 bytes. */
    public static function beginning(int $i): string
    {
        return '/srv/www/application/releases/current/v/' . self::number($i);
    }

    /** The same end of 40 bytes. */
    public static function ending(int $i): string
    {
        return self::number($i) . '/srv/www/application/releases/current/v/';
    }

    /** The same bytes wherever the writer takes a sample: the first 8, 8 in the middle, the last 16. */
    public static function sampled(int $i): string
    {
        return 'aaaaaaaa' . self::number($i) . str_repeat('b', 25);
    }

    /** The same, so long that the writer looks at where they begin to differ. */
    public static function sampledLong(int $i): string
    {
        return str_repeat('a', 20) . self::number($i) . str_repeat('b', 173);
    }

    /** The same hash as PHP makes it, in at most 24 bytes: up to 3^12 of them. */
    public static function hashed(int $i): string
    {
        return self::pairs($i, 12);
    }

    /** The same hash as PHP makes it, in more than 32 bytes that differ wherever a sample is taken. */
    public static function hashedLong(int $i): string
    {
        return self::pairs($i, 12) . self::pairs($i * 7919 % 531441, 12);
    }

    /**
     * Two strings in turn that grow with the value, and differ only near their ends. A payload repeats either in a few bytes. They have the same hash as PHP makes
     * it, and the same bytes wherever a sample is taken.
     *
     * @return list<string>
     */
    public static function nearlySame(int $n, int $count): array
    {
        $beginning = str_repeat('long', $n);
        $end = str_repeat('end ', 10);
        $both = [$beginning . 'Ez' . $end, $beginning . 'FY' . $end];

        return Constructs::each($count, static fn(int $i): string => $both[$i % 2]);
    }

    /**
     * Two strings in turn that grow with the value, and have the same bytes.
     *
     * @return list<string>
     */
    public static function equal(int $n, int $count): array
    {
        $both = [str_repeat('long', $n), str_repeat('long', $n)];

        return Constructs::each($count, static fn(int $i): string => $both[$i % 2]);
    }

    /** 8 bytes whose fingerprint is this number, so that string i goes to slot i. */
    public static function slot(int $fingerprint): string
    {
        // 32 bits by 32 bits: in one multiplication they would become a float
        $half = ($fingerprint * (self::UNDO & 0xFFFF) + (($fingerprint * (self::UNDO >> 16) & 0xFFFF) << 16)) & 0xFFFFFFFF;

        return pack('VV', $half, $half);
    }

    /** All want the same slot in any table of up to 2^16 slots, by different fingerprints. */
    public static function oneSlot(int $i): string
    {
        return self::slot(($i & 0xFFFF) << 16);
    }

    private static function pairs(int $i, int $count): string
    {
        $text = '';
        for (; $count > 0; $count--, $i = intdiv($i, 3)) {
            $text .= ['Ez', 'FY', 'G8'][$i % 3];
        }

        return $text;
    }
}
