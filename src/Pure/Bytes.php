<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Wire\Limit;

use function abs;
use function chr;
use function fdiv;
use function floor;
use function is_nan;
use function pack;
use function str_split;
use function substr;

/**
 * Writes numbers as bytes (spec section 1), and finds decimals for floats.
 *
 * @internal
 */
final class Bytes
{
    /** All 256 bytes in order. Reading one by its index costs less than chr(). */
    public const ALL = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0A\x0B\x0C\x0D\x0E\x0F\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1A\x1B\x1C\x1D\x1E\x1F"
        . "\x20\x21\x22\x23\x24\x25\x26\x27\x28\x29\x2A\x2B\x2C\x2D\x2E\x2F\x30\x31\x32\x33\x34\x35\x36\x37\x38\x39\x3A\x3B\x3C\x3D\x3E\x3F"
        . "\x40\x41\x42\x43\x44\x45\x46\x47\x48\x49\x4A\x4B\x4C\x4D\x4E\x4F\x50\x51\x52\x53\x54\x55\x56\x57\x58\x59\x5A\x5B\x5C\x5D\x5E\x5F"
        . "\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6A\x6B\x6C\x6D\x6E\x6F\x70\x71\x72\x73\x74\x75\x76\x77\x78\x79\x7A\x7B\x7C\x7D\x7E\x7F"
        . "\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8A\x8B\x8C\x8D\x8E\x8F\x90\x91\x92\x93\x94\x95\x96\x97\x98\x99\x9A\x9B\x9C\x9D\x9E\x9F"
        . "\xA0\xA1\xA2\xA3\xA4\xA5\xA6\xA7\xA8\xA9\xAA\xAB\xAC\xAD\xAE\xAF\xB0\xB1\xB2\xB3\xB4\xB5\xB6\xB7\xB8\xB9\xBA\xBB\xBC\xBD\xBE\xBF"
        . "\xC0\xC1\xC2\xC3\xC4\xC5\xC6\xC7\xC8\xC9\xCA\xCB\xCC\xCD\xCE\xCF\xD0\xD1\xD2\xD3\xD4\xD5\xD6\xD7\xD8\xD9\xDA\xDB\xDC\xDD\xDE\xDF"
        . "\xE0\xE1\xE2\xE3\xE4\xE5\xE6\xE7\xE8\xE9\xEA\xEB\xEC\xED\xEE\xEF\xF0\xF1\xF2\xF3\xF4\xF5\xF6\xF7\xF8\xF9\xFA\xFB\xFC\xFD\xFE\xFF";
    /** The powers of ten that a double holds exactly, by exponent. */
    public const POWERS = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ];
    /** 2^47. The mantissas that are written are below it in magnitude, so that they fit 6 bytes. */
    private const MANTISSA = 1.0 * Limit::MANTISSA;

    /** @var list<string> */
    private static array $chars = [];

    /** @return list<string> all 256 bytes in order; reading one from this array is faster than from the string ALL */
    public static function chars(): array
    {
        return self::$chars !== [] ? self::$chars : self::$chars = str_split(self::ALL);
    }

    /** Returns true if $a + $b does not overflow. */
    public static function sumFits(int $a, int $b): bool
    {
        return $b >= 0 ? $a <= PHP_INT_MAX - $b : $a >= PHP_INT_MIN - $b;
    }

    /** Returns true if $a - $b does not overflow. */
    public static function differenceFits(int $a, int $b): bool
    {
        return $b >= 0 ? $a >= PHP_INT_MIN + $b : $a <= PHP_INT_MAX + $b;
    }

    /** Returns how many bytes hold an int in two's complement: 1 to 8. */
    public static function intSize(int $value): int
    {
        $bits = $value < 0 ? ~$value : $value;
        if ($bits < 0x8000) {
            return $bits < 0x80 ? 1 : 2;
        }
        if ($bits < 0x80000000) {
            return $bits < 0x800000 ? 3 : 4;
        }
        if ($bits < 0x800000000000) {
            return $bits < 0x8000000000 ? 5 : 6;
        }
        return $bits < 0x80000000000000 ? 7 : 8;
    }

    /** Returns how many bytes hold an unsigned number: 1 to 8. A negative int stands for a number of 64 bits. */
    public static function uintSize(int $value): int
    {
        if ($value < 0) {
            return 8;
        }
        if ($value < 0x10000) {
            return $value < 0x100 ? 1 : 2;
        }
        if ($value < 0x100000000) {
            return $value < 0x1000000 ? 3 : 4;
        }
        if ($value < 0x1000000000000) {
            return $value < 0x10000000000 ? 5 : 6;
        }
        return $value < 0x100000000000000 ? 7 : 8;
    }

    /** Returns the lowest $size bytes of a number, the lowest first. */
    public static function store(int $value, int $size): string
    {
        return match ($size) {
            1 => chr($value & 0xFF),
            2 => pack('v', $value),
            4 => pack('V', $value),
            default => substr(pack('P', $value), 0, $size),
        };
    }

    /** Returns the 8 bytes of a double. Every NaN is written as the same one. */
    public static function double(float $value): string
    {
        return is_nan($value) ? "\0\0\0\0\0\0\xF8\x7F" : pack('e', $value);
    }

    /** Returns a number as a varlen. A negative int stands for an unsigned number of 64 bits. */
    public static function varlen(int $value): string
    {
        if ($value >= 0 && $value < 248) {
            return chr($value);
        }
        $size = self::uintSize($value);
        return chr(247 + $size) . self::store($value, $size);
    }

    /**
     * Returns a tag and a number behind it, in as few bytes as it fits.
     *
     * @param int $tag tag for a number of one byte; those for longer numbers follow it
     */
    public static function tagged(int $tag, int $number): string
    {
        $size = self::uintSize($number);

        return self::ALL[$tag + $size - 1] . self::store($number, $size);
    }

    /** Returns how many bytes varlen() makes of a number. */
    public static function varlenSize(int $value): int
    {
        return $value >= 0 && $value < 248 ? 1 : 1 + self::uintSize($value);
    }

    /** Maps an int to the number whose varlen is its zigzag: 0, -1, 1, -2 become 0, 1, 2, 3. */
    public static function zigzag(int $value): int
    {
        return ($value << 1) ^ ($value >> 63);
    }

    /** Returns the mantissa of the decimal with this scale that is exactly the float, or null if there is none. */
    public static function mantissaAt(float $value, int $scale): ?int
    {
        $product = $value * self::POWERS[$scale];
        if (!(abs($product) < self::MANTISSA)) {
            return null;
        }
        $mantissa = floor($product + 0.5);
        if (!(abs($mantissa) < self::MANTISSA) || $mantissa / self::POWERS[$scale] !== $value) {
            return null;
        }
        return $value === 0.0 && fdiv(1.0, $value) < 0 ? null : (int) $mantissa;
    }

    /**
     * Returns the decimal with the smallest scale that is exactly the float, or null if there is none.
     *
     * @return array{int, int}|null mantissa, scale
     */
    public static function decimal(float $value): ?array
    {
        for ($scale = 0; $scale <= Limit::DECIMAL_SCALE; $scale++) {
            $product = $value * self::POWERS[$scale];
            if (!(abs($product) < self::MANTISSA)) {
                return null;
            }
            $mantissa = floor($product + 0.5);
            if ($mantissa / self::POWERS[$scale] === $value && abs($mantissa) < self::MANTISSA) {
                return $value === 0.0 && fdiv(1.0, $value) < 0 ? null : [(int) $mantissa, $scale];
            }
        }
        return null;
    }
}
