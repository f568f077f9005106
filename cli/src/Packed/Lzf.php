<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Packed;

use function chr;
use function min;
use function ord;
use function str_repeat;
use function strlen;
use function substr;

/**
 * LZF, as phpredis stores it, and FastLZ, as the extension memcached stores it. Level 1 of FastLZ has the same bytes as LZF; level 2 has longer
 * matches that are farther away.
 */
final class Lzf
{
    private const LITERALS = 32;
    private const LONGEST = 264;
    private const FARTHEST = 8192;
    /** Smallest number of bytes that are worth a match. */
    private const LEAST = 3;

    /**
     * Unpacks data.
     *
     * @param int $limit largest size of the result
     * @param bool $levels whether the first byte has the level of FastLZ
     *
     * @return string|null null if the data are damaged, or if they unpack to more
     */
    public static function unpack(string $data, int $limit, bool $levels = false): ?string
    {
        $second = $levels && $data !== '' && ord($data[0]) >> 5 === 1;
        if ($levels && $data !== '') {
            $data[0] = chr(ord($data[0]) & 0x1F);
        }
        $end = strlen($data);
        $out = '';
        for ($at = 0; $at < $end;) {
            $control = ord($data[$at++]);
            if ($control < self::LITERALS) {
                if ($at + $control >= $end) {
                    return null;
                }
                $out .= substr($data, $at, $control + 1);
                $at += $control + 1;
            } else {
                $length = ($control >> 5) + 2;
                $back = ($control & 0x1F) << 8;
                if ($length === 9) {
                    do {
                        if ($at >= $end) {
                            return null;
                        }
                        $more = ord($data[$at++]);
                        $length += $more;
                    } while ($second && $more === 255);
                }
                if ($at >= $end) {
                    return null;
                }
                $low = ord($data[$at++]);
                $back += $low + 1;
                if ($second && $low === 255 && ($control & 0x1F) === 0x1F) {
                    if ($at + 2 > $end) {
                        return null;
                    }
                    $back = (ord($data[$at]) << 8) + ord($data[$at + 1]) + self::FARTHEST;
                    $at += 2;
                }
                if ($back > strlen($out) || strlen($out) + $length > $limit) {
                    return null;
                }
                $out .= self::copied($out, $back, $length);
            }
            if (strlen($out) > $limit) {
                return null;
            }
        }

        return $out;
    }

    /** Returns bytes from $back bytes before the end of the data; if they are fewer than $length, they repeat. */
    public static function copied(string $data, int $back, int $length): string
    {
        if ($length <= $back) {
            return substr($data, strlen($data) - $back, $length);
        }
        $pattern = substr($data, -$back);

        return substr(str_repeat($pattern, (int) ($length / $back) + 1), 0, $length);
    }

    /** Packs data, so that LZF and FastLZ read them. */
    public static function pack(string $data): string
    {
        $end = strlen($data);
        $out = $literals = '';
        $seen = [];
        for ($at = 0; $at < $end;) {
            $key = substr($data, $at, self::LEAST);
            $from = $seen[$key] ?? null;
            $seen[$key] = $at;
            if (strlen($key) < self::LEAST || $from === null || $at - $from > self::FARTHEST || $at < 2) {
                $literals .= $data[$at++];
                continue;
            }
            $length = self::LEAST;
            $most = min(self::LONGEST, $end - $at);
            while ($length < $most && $data[$from + $length] === $data[$at + $length]) {
                $length++;
            }
            $out .= self::literals($literals);
            $literals = '';
            $back = $at - $from - 1;
            $out .= $length < 9 ? chr($length - 2 << 5 | $back >> 8) : chr(0xE0 | $back >> 8) . chr($length - 9);
            $out .= chr($back & 0xFF);
            $at += $length;
        }

        return $out . self::literals($literals);
    }

    private static function literals(string $bytes): string
    {
        $out = '';
        for ($at = 0; $at < strlen($bytes); $at += self::LITERALS) {
            $some = substr($bytes, $at, self::LITERALS);
            $out .= chr(strlen($some) - 1) . $some;
        }

        return $out;
    }
}
