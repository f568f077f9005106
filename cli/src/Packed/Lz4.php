<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Packed;

use function chr;
use function is_array;
use function is_int;
use function ord;
use function pack;
use function str_repeat;
use function strlen;
use function substr;
use function unpack;

/**
 * Blocks of LZ4 as phpredis stores them: a check byte, the size of the unpacked data, then the block. The extension lz4 stores the same without
 * the check byte.
 */
final class Lz4
{
    private const HEAD = 5;
    private const FARTHEST = 65_535;
    private const LEAST = 4;
    /** The last bytes of a block are literals: no match begins in the last 12, and none reaches into the last 5. */
    private const BEFORE_END = 12;
    private const AT_END = 5;

    /** Returns the size of the unpacked data that the head of phpredis tells; null if there is no such head. */
    public static function size(string $data): ?int
    {
        if (strlen($data) <= self::HEAD || self::check(substr($data, 1, 4)) !== ord($data[0])) {
            return null;
        }
        $size = unpack('V', $data, 1);
        $size = is_array($size) && is_int($size[1]) ? $size[1] : 0;

        // No sequence gives more than 255 bytes for each of its own.
        return $size > 0 && $size <= 255 * strlen($data) ? $size : null;
    }

    /** Returns the unpacked data; null if they are damaged, or not of the size that their head tells. */
    public static function unframe(string $data): ?string
    {
        $size = self::size($data);

        return $size === null ? null : self::unpack(substr($data, self::HEAD), $size);
    }

    public static function frame(string $block, int $size): string
    {
        $length = pack('V', $size);

        return chr(self::check($length)) . $length . $block;
    }

    /** Unpacks a block to exactly $size bytes; null if it is damaged. */
    public static function unpack(string $block, int $size): ?string
    {
        $end = strlen($block);
        $out = '';
        for ($at = 0; $at < $end;) {
            $token = ord($block[$at++]);
            $literals = self::length($block, $at, $token >> 4);
            if ($literals === null || $at + $literals > $end || strlen($out) + $literals > $size) {
                return null;
            }
            $out .= substr($block, $at, $literals);
            $at += $literals;
            if ($at === $end) {
                break;
            }
            if ($at + 2 > $end) {
                return null;
            }
            $back = ord($block[$at]) | ord($block[$at + 1]) << 8;
            $at += 2;
            $length = self::length($block, $at, $token & 0x0F);
            if ($length === null || $back === 0 || $back > strlen($out) || strlen($out) + $length + self::LEAST > $size) {
                return null;
            }
            $out .= Lzf::copied($out, $back, $length + self::LEAST);
        }

        return strlen($out) === $size ? $out : null;
    }

    /** Packs data as one block. */
    public static function pack(string $data): string
    {
        $end = strlen($data);
        $out = '';
        $seen = [];
        $start = 0;
        for ($at = 0; $at <= $end - self::BEFORE_END;) {
            $key = substr($data, $at, self::LEAST);
            $from = $seen[$key] ?? null;
            $seen[$key] = $at;
            if ($from === null || $at - $from > self::FARTHEST) {
                $at++;
                continue;
            }
            $length = self::LEAST;
            while ($at + $length < $end - self::AT_END && $data[$from + $length] === $data[$at + $length]) {
                $length++;
            }
            $out .= self::sequence(substr($data, $start, $at - $start), $length - self::LEAST) . pack('v', $at - $from) . self::more($length - self::LEAST);
            $at += $length;
            $start = $at;
        }

        return $out . self::sequence(substr($data, $start), 0);
    }

    /** Returns a token and literals. */
    private static function sequence(string $literals, int $match): string
    {
        $length = strlen($literals);

        return chr(($length < 15 ? $length : 15) << 4 | ($match < 15 ? $match : 15)) . self::more($length) . $literals;
    }

    /** Returns what follows a token for a length of 15 or more. */
    private static function more(int $length): string
    {
        return $length < 15 ? '' : str_repeat("\xFF", (int) (($length - 15) / 255)) . chr(($length - 15) % 255);
    }

    private static function length(string $block, int &$at, int $length): ?int
    {
        if ($length < 15) {
            return $length;
        }
        do {
            if ($at >= strlen($block)) {
                return null;
            }
            $more = ord($block[$at++]);
            $length += $more;
        } while ($more === 255);

        return $length;
    }

    /** CRC-8 of phpredis. */
    private static function check(string $bytes): int
    {
        $check = 0xFF;
        for ($i = 0; $i < strlen($bytes); $i++) {
            $check ^= ord($bytes[$i]);
            for ($bit = 0; $bit < 8; $bit++) {
                $check = ($check & 0x80) !== 0 ? ($check << 1 ^ 0x31) & 0xFF : $check << 1 & 0xFF;
            }
        }

        return $check;
    }
}
