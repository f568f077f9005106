<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** How far numbers spread: a bar from the first to the last decile, a mark at the median, and a line to the last percentile. */
final readonly class Ranges implements Chart
{
    private const TOP = 36;
    private const ROW = 30;
    private const BAR = 16;

    /**
     * @param string $unit of the numbers
     * @param array<string, array{float, float, float, float}> $ranges the quantiles 0.1, 0.5, 0.9 and 0.99, by name
     */
    public function __construct(private string $name, private string $title, private string $unit, private array $ranges) {}

    public function name(): string
    {
        return $this->name;
    }

    public function title(): string
    {
        return $this->title;
    }

    public function svg(): string
    {
        $names = array_keys($this->ranges);
        if ($names === []) {
            return Svg::file($this->title, 28, '');
        }
        $ticks = Svg::ticks(max([0.0, ...array_column($this->ranges, 3)]));
        $labels = Svg::labels($ticks);
        $left = ceil(Svg::widest($names)) + 8;
        $right = Svg::WIDTH - ceil(Svg::widest($labels) / 2) - 2;
        $x = static fn(float $number): float => $left + $number / max($ticks) * ($right - $left);
        $bottom = self::TOP + count($names) * self::ROW;
        $content = '';
        foreach ($ticks as $place => $tick) {
            $content .= sprintf('<line class="grid" x1="%.1f" x2="%1$.1f" y1="%d" y2="%d"/>', $x($tick), self::TOP, $bottom) . Svg::text($x($tick), $bottom + 18, $labels[$place], 'middle', true);
        }
        $y = self::TOP + self::ROW / 2;
        foreach (Colours::of($names) as $name => $colour) {
            [$low, $median, $high, $last] = $this->ranges[$name];
            $content .= Svg::text($left - 8, $y + 4, $name, 'end') . sprintf('<g %s>', $colour)
                . sprintf('<line x1="%.1f" x2="%.1f" y1="%d" y2="%3$d" stroke="currentColor"/>', $x($high), $x($last), $y)
                . sprintf('<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="currentColor" fill-opacity="0.4"/>', $x($low), $y - self::BAR / 2, $x($high) - $x($low), self::BAR)
                . sprintf('<line x1="%.1f" x2="%1$.1f" y1="%d" y2="%d" stroke="currentColor" stroke-width="3"/>', $x($median), $y - self::BAR / 2, $y + self::BAR / 2) . "</g>\n";
            $y += self::ROW;
        }
        $content .= Svg::text(0, $bottom + 40, "horizontal: $this->unit. Mark: median; bar: from 10 % to 90 % of the requests; line: to 99 %.", quiet: true);

        return Svg::file($this->title, $bottom + 48, $content);
    }
}
