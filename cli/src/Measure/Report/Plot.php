<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure\Report;

use function array_column;
use function ceil;
use function floor;
use function intdiv;
use function log10;
use function max;
use function min;
use function range;
use function sprintf;

/** A chart of points in SVG. The horizontal axis is a size on a logarithmic scale, the vertical axis is a fraction of that size. */
final class Plot
{
    private const WIDTH = 360;
    private const HEIGHT = 220;
    private const LEFT = 40;
    private const BOTTOM = 24;
    private const TOP = 8;

    /** @var list<array{string, float, float, string}> CSS class, logarithm of the size, fraction, title */
    private array $points = [];

    /**
     * @param string $class CSS class
     * @param string $title text to show for the point, as HTML
     */
    public function add(string $class, float $bytes, float $part, string $title): void
    {
        $this->points[] = [$class, log10(max(1.0, $bytes)), $part, $title];
    }

    public function svg(): string
    {
        if ($this->points === []) {
            return '';
        }
        $x = array_column($this->points, 1);
        $from = floor(min($x));
        $to = max($from + 1.0, ceil(max($x)));
        $top = max(1.0, min(1.5, ...array_column($this->points, 2)));
        $across = static fn(float $log): float => self::LEFT + ($log - $from) / ($to - $from) * (self::WIDTH - self::LEFT - 8);
        $up = static fn(float $part): float => self::HEIGHT - self::BOTTOM - min($part, $top) / $top * (self::HEIGHT - self::BOTTOM - self::TOP);
        $svg = sprintf('<svg class="plot" viewBox="0 0 %d %d" role="img" aria-label="sizes of each value">', self::WIDTH, self::HEIGHT);
        for ($percent = 0; $percent <= 100 * $top; $percent += 25) {
            $y = $up($percent / 100);
            $svg .= sprintf('<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text x="%d" y="%.1f" text-anchor="end">%d%%</text>', self::LEFT, self::WIDTH - 8, $y, $y, self::LEFT - 4, $y + 4, $percent);
        }
        foreach (range((int) $from, (int) $to) as $power) {
            $svg .= sprintf('<text x="%.1f" y="%d" text-anchor="%s">%s</text>', $across((float) $power), self::HEIGHT - 8, (float) $power < $to ? 'middle' : 'end', self::size($power));
        }
        foreach ($this->points as [$class, $log, $part, $title]) {
            $svg .= sprintf('<circle class="%s" cx="%.1f" cy="%.1f" r="2.5"><title>%s: %.0f%%</title></circle>', $class, $across($log), $up($part), $title, 100 * $part);
        }

        return "$svg</svg>";
    }

    /** Returns a power of ten as a number of bytes. */
    private static function size(int $power): string
    {
        $units = ['', ' kB', ' MB', ' GB'];

        return 10 ** ($power % 3) . $units[min(3, intdiv($power, 3))];
    }
}
