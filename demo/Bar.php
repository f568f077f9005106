<?php

declare(strict_types=1);

namespace Lyo\Demo;

/** Bars of block characters, exact to an eighth of a character. */
final class Bar
{
    private const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

    /** A bar of $width characters at 1.0; longer than $most it ends with an arrow. */
    public static function of(float $ratio, int $width, int $most): string
    {
        $eighths = max(1, (int) round($ratio * $width * 8));
        if ($eighths > $most * 8) {
            return str_repeat('█', $most - 1) . '▶';
        }

        return str_repeat('█', intdiv($eighths, 8)) . self::EIGHTHS[$eighths % 8];
    }
}
