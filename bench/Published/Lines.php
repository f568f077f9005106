<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** Lines of points; both axes are by powers of ten. */
final readonly class Lines implements Chart
{
    private const HEIGHT = 360;
    private const LEFT = 60;
    private const RIGHT = 28;
    private const TOP = 56;
    private const BOTTOM = 36;

    /**
     * @param string $across what the numbers from left to right are
     * @param string $up what the numbers from below are
     * @param array<string, non-empty-array<int, float>> $lines numbers above 0 by numbers above 0, by name
     */
    public function __construct(private string $name, private string $title, private string $across, private string $up, private array $lines) {}

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
        $columns = array_values(array_unique(array_merge(...array_map(array_keys(...), array_values($this->lines)))));
        $numbers = array_merge(...array_map(array_values(...), array_values($this->lines)));
        if ($columns === [] || $numbers === []) {
            return Svg::file($this->title, 28, '');
        }
        [$left, $right] = [log10(min($columns)), log10(max($columns))];
        $low = floor(log10(min($numbers)));
        $high = max($low + 1, ceil(log10(max($numbers))));
        $x = static fn(int $number): float => self::LEFT + (log10($number) - $left) / max(1e-9, $right - $left) * (Svg::WIDTH - self::LEFT - self::RIGHT);
        $y = static fn(float $number): float => self::TOP + ($high - log10($number)) / ($high - $low) * (self::HEIGHT - self::TOP - self::BOTTOM);
        $content = Svg::legend(array_keys($this->lines), 38);
        for ($power = $low; $power <= $high; $power++) {
            $content .= sprintf('<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/>', self::LEFT, Svg::WIDTH - self::RIGHT, $y(10 ** $power), $y(10 ** $power))
                . sprintf("<text class=\"quiet\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", self::LEFT - 6, $y(10 ** $power) + 4, Numbers::short(10 ** $power));
        }
        foreach ($columns as $column) {
            $content .= sprintf("<text class=\"quiet\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", $x($column), self::HEIGHT - self::BOTTOM + 16, Numbers::short($column));
        }
        $content .= sprintf("<text class=\"quiet\" x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", Svg::WIDTH - self::RIGHT, self::HEIGHT - 4, Svg::text("$this->across; from below: $this->up"));
        foreach (array_values($this->lines) as $number => $points) {
            $path = implode(' ', array_map(static fn(int $column, float $point): string => sprintf('%.1f,%.1f', $x($column), $y($point)), array_keys($points), $points));
            $content .= sprintf("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", $path, Svg::colour($number));
        }

        return Svg::file($this->title, self::HEIGHT, $content);
    }
}
