<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Envelope;

use function chr;
use function is_array;
use function is_int;
use function ord;
use function str_pad;
use function strlen;
use function substr;
use function unpack;

/**
 * What can be told of a frame of Zstandard (RFC 8878) without unpacking it. Envelopes store it without its magic number.
 *
 * @internal
 */
final class ZstdFrame
{
    /** What every frame begins with, and what libzstd writes and wants. */
    private const MAGIC = "\x28\xB5\x2F\xFD";
    private const MOST_OF_A_BLOCK = 128 << 10;
    private const DICTIONARY_SIZES = [0, 1, 2, 4];
    private const CONTENT_SIZES = [0, 2, 4, 8];
    private const REPEATED = 1;
    private const COMPRESSED = 2;
    private const RESERVED = 3;

    /** As envelopes store it: without the magic number, and without the id of the dictionary, which the envelope names. */
    public static function stored(string $frame): string
    {
        $at = strlen(self::MAGIC);
        $descriptor = ord($frame[$at]);
        $before = 2 - ($descriptor >> 5 & 1);
        return chr($descriptor & ~3) . substr($frame, $at + 1, $before - 1) . substr($frame, $at + $before + self::DICTIONARY_SIZES[$descriptor & 3]);
    }

    /** As libzstd wants it. */
    public static function whole(string $stored): string
    {
        return self::MAGIC . $stored;
    }

    /** The bytes are exactly one frame without its magic number that says it holds so many bytes, and has blocks enough for them. */
    public static function holds(string $data, int $size): bool
    {
        if ($data === '' || (ord($data[0]) & 0x08) !== 0 || self::size($data) !== $size) {
            return false;
        }
        return self::blocks($data, self::head(ord($data[0])), $size, (ord($data[0]) & 4) !== 0 ? 4 : 0);
    }

    /** Returns the size that a frame without its magic number says its content has; null if it does not say it. */
    public static function size(string $data): ?int
    {
        $descriptor = ord($data[0] ?? "\0");
        $bytes = self::bytes($descriptor);
        $head = self::head($descriptor);
        if ($bytes === 0 || $head > strlen($data)) {
            return null;
        }
        return self::number($data, $head - $bytes, $bytes) + ($bytes === 2 ? 256 : 0);
    }

    /** Returns the number of bytes before the first block of a frame without its magic number, which begins with the descriptor. */
    public static function head(int $descriptor): int
    {
        return 2 - ($descriptor >> 5 & 1) + self::DICTIONARY_SIZES[$descriptor & 3] + self::bytes($descriptor);
    }

    /** Returns the number of bytes that hold the size of the content. */
    private static function bytes(int $descriptor): int
    {
        return ($descriptor >> 6 & 3) === 0 ? $descriptor >> 5 & 1 : self::CONTENT_SIZES[$descriptor >> 6 & 3];
    }

    private static function blocks(string $data, int $at, int $size, int $behind): bool
    {
        $all = strlen($data);
        $most = 0;
        do {
            if ($at + 3 > $all) {
                return false;
            }
            $block = self::number($data, $at, 3);
            $type = $block >> 1 & 3;
            $at += 3 + ($type === self::REPEATED ? 1 : $block >> 3);
            if ($type === self::RESERVED || $at > $all || $block >> 3 > self::MOST_OF_A_BLOCK) { // libzstd also unpacks larger blocks of one repeated byte
                return false;
            }
            $most += $type === self::COMPRESSED ? self::MOST_OF_A_BLOCK : $block >> 3;
        } while (($block & 1) === 0);
        return $all - $at === $behind && $most >= $size;
    }

    private static function number(string $data, int $at, int $bytes): int
    {
        $number = unpack('P', str_pad(substr($data, $at, $bytes), 8, "\0"));
        return is_array($number) && is_int($number[1]) ? $number[1] : 0;
    }
}
