<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Wire\Limit;

use function chr;

/**
 * Numbers as bytes (spec section 1).
 *
 * @internal
 */
final class Bytes
{
    /** Powers of ten that are exact doubles. */
    public const POWERS = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ];
    /** 2^47: mantissas of up to 6 bytes, which a decimal of 9 bytes or less holds. */
    private const MANTISSA = 140737488355328.0;

    /** The sum of two ints is one. */
    public static function sumFits(int $a, int $b): bool
    {
        return $b >= 0 ? $a <= PHP_INT_MAX - $b : $a >= PHP_INT_MIN - $b;
    }

    /** The difference of two ints is one. */
    public static function differenceFits(int $a, int $b): bool
    {
        return $b >= 0 ? $a >= PHP_INT_MIN + $b : $a <= PHP_INT_MAX + $b;
    }

    /** Bytes that hold an int in two's complement. */
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

    /** Bytes that hold a number, of 64 bits if it is negative. */
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

    /** The lowest bytes of a number. */
    public static function store(int $value, int $size): string
    {
        return match ($size) {
            1 => chr($value & 0xFF),
            2 => pack('v', $value),
            4 => pack('V', $value),
            default => substr(pack('P', $value), 0, $size),
        };
    }

    /** A varlen, of 64 bits if it is negative. */
    public static function varlen(int $value): string
    {
        if ($value >= 0 && $value < 248) {
            return chr($value);
        }
        $size = self::uintSize($value);
        return chr(247 + $size) . self::store($value, $size);
    }

    public static function varlenSize(int $value): int
    {
        return $value >= 0 && $value < 248 ? 1 : 1 + self::uintSize($value);
    }

    public static function zigzag(int $value): int
    {
        return ($value << 1) ^ ($value >> 63);
    }

    /** The mantissa of a decimal of that scale that is exactly this float; null if there is none. */
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
     * The shortest decimal that is exactly this float.
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
