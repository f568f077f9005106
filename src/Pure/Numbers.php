<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use function array_chunk;
use function count;
use function intdiv;
use function max;
use function min;
use function pack;

/**
 * Analyses lists of ints for vectors, and writes them as bytes or bits.
 *
 * @internal
 */
final class Numbers
{
    /** Maximum number of arguments for one call of pack(). */
    private const CHUNK = 8192;

    /**
     * Returns what a writer must know to choose between a sequence, a vector of ints, and tagged ints.
     *
     * @param non-empty-list<int> $ints
     *
     * @return array{sequence: bool, step: int, base: int, width: int, size: int} whether all steps are equal, and the step; the smallest int; bytes
     *     of an offset from it; bytes of the data of a vector of ints
     */
    public static function facts(array $ints): array
    {
        $base = min($ints);
        $most = max($ints);
        $fits = Bytes::differenceFits($most, $base);
        $width = $fits ? Bytes::uintSize($most - $base) : 8;
        $last = $ints[0];
        $sequence = true;
        $step = count($ints) > 1 && ($fits || Bytes::differenceFits($ints[1], $last)) ? $ints[1] - $last : 0;
        for ($i = 1, $n = count($ints); $sequence && $i < $n; $i++) {
            $value = $ints[$i];
            $sequence = ($fits || Bytes::differenceFits($value, $last)) && $value - $last === $step;
            $last = $value;
        }
        $size = Bytes::varlenSize(Bytes::zigzag($base)) + count($ints) * $width;
        return ['sequence' => $sequence, 'step' => $step, 'base' => $base, 'width' => $width, 'size' => $size];
    }

    /**
     * Returns the offsets of ints from a base, in $width bytes each.
     *
     * @param list<int> $ints
     */
    public static function offsets(array $ints, int $base, int $width): string
    {
        if ($base !== 0) {
            $narrow = $width < 8;
            foreach ($ints as $i => $value) {
                // The difference overflows. With the sign bit of both inverted it has the same bits, and fits.
                $ints[$i] = $narrow || Bytes::differenceFits($value, $base) ? $value - $base : ($value ^ PHP_INT_MIN) - ($base ^ PHP_INT_MIN);
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
     * Returns how many bits each index of a dictionary of $words words has.
     *
     * @return 1|2|4|8
     */
    public static function indexWidth(int $words): int
    {
        return $words <= 16 ? ($words <= 2 ? 1 : ($words <= 4 ? 2 : 4)) : 8;
    }

    /**
     * Packs numbers of $width bits each: 1, 2, 4 or 8. The first number stands in the lowest bits of the first byte.
     *
     * @param list<int> $numbers
     * @param 1|2|4|8 $width
     */
    public static function bits(array $numbers, int $width): string
    {
        if ($width === 8) {
            return self::offsets($numbers, 0, 1);
        }
        $perByte = max(1, intdiv(8, $width));
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
