<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** Figures as they are printed. */
final class Numbers
{
    /** Three digits; larger numbers in full, with thousands separators. */
    public static function short(float $number): string
    {
        return match (true) {
            $number >= 100.0 || $number === floor($number) => number_format($number),
            $number >= 10.0 => number_format($number, 1),
            $number >= 1.0 => number_format($number, 2),
            default => rtrim(sprintf('%.4f', $number), '0'),
        };
    }

    /**
     * Numbers of one chart: whole numbers in full, others with three digits.
     *
     * @param list<float> $numbers
     * @return list<string>
     */
    public static function alike(array $numbers): array
    {
        $areWhole = array_filter($numbers, static fn(float $number): bool => $number !== floor($number)) === [];

        return array_map(static fn(float $number): string => number_format($number, $areWhole || $number <= 0.0 ? 0 : max(0, 2 - (int) floor(log10($number)))), $numbers);
    }

    /** A part of another number: "0.42". */
    public static function part(float $number): string
    {
        return sprintf('%.2f', $number);
    }
}
