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

    /** A part of another number: "0.42". */
    public static function part(float $number): string
    {
        return sprintf('%.2f', $number);
    }
}
