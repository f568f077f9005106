<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use function count;
use function is_int;

/**
 * Ints in bulk: what they have in common, and their vector.
 *
 * @internal
 */
final class Numbers
{
    /** Most arguments of one pack(). */
    private const CHUNK = 8192;

    /**
     * @param non-empty-list<int> $ints
     *
     * @return array{sequence: bool, step: int, base: int, width: int, size: int} size of an int vector behind its kind
     */
    public static function facts(array $ints): array
    {
        $step = 0;
        $sequence = true;
        $last = $ints[0];
        foreach ($ints as $i => $value) {
            if ($i === 0) {
                continue;
            }
            $difference = $value - $last;
            if (!is_int($difference) || $i > 1 && $difference !== $step) {
                $sequence = false;
                break;
            }
            $step = $difference;
            $last = $value;
        }
        $base = min($ints);
        $span = max($ints) - $base;
        $width = is_int($span) ? Bytes::uintSize($span) : 8;
        $size = Bytes::varlenSize(Bytes::zigzag($base)) + count($ints) * $width;
        return ['sequence' => $sequence, 'step' => $step, 'base' => $base, 'width' => $width, 'size' => $size];
    }

    /**
     * The offsets from a base in so many bytes each.
     *
     * @param list<int> $ints
     */
    public static function offsets(array $ints, int $base, int $width): string
    {
        if ($base !== 0) {
            foreach ($ints as $i => $value) {
                $offset = $value - $base;
                // beyond 63 bits: both without their sign bits give the same bits
                $ints[$i] = is_int($offset) ? $offset : ($value ^ PHP_INT_MIN) - ($base ^ PHP_INT_MIN);
            }
        }
        $code = [1 => 'C', 2 => 'v', 4 => 'V', 8 => 'P'][$width] ?? null;
        $bytes = '';
        if ($code === null) {
            foreach ($ints as $value) {
                $bytes .= Bytes::store($value, $width);
            }
            return $bytes;
        }
        if (count($ints) <= self::CHUNK) {
            return pack("$code*", ...$ints);
        }
        foreach (array_chunk($ints, self::CHUNK) as $chunk) {
            $bytes .= pack("$code*", ...$chunk);
        }
        return $bytes;
    }

    /**
     * Numbers of that many bits, the first in the lowest bits.
     *
     * @param list<int> $numbers
     */
    public static function bits(array $numbers, int $width): string
    {
        if ($width >= 8) {
            return self::offsets($numbers, 0, $width >> 3);
        }
        $perByte = intdiv(8, $width);
        $bytes = [];
        foreach (array_chunk($numbers, $perByte) as $chunk) {
            $byte = 0;
            foreach ($chunk as $i => $number) {
                $byte |= $number << $i * $width;
            }
            $bytes[] = $byte;
        }
        return self::offsets($bytes, 0, 1);
    }
}
