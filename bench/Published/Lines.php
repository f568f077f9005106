<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** Lines of points. Both axes are logarithmic. */
final readonly class Lines implements Chart
{
    private const HEIGHT = 270;
    private const TOP = 60;
    private const BELOW = 48;

    /**
     * @param string $across what the numbers from left to right are
     * @param string $up what the numbers from bottom to top are
     * @param array<string, array<int, float>> $lines numbers above 0 by numbers above 0, by name
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
        sort($columns);
        [$content, $down] = Svg::legend(array_keys($this->lines), 42);
        $top = self::TOP + $down;
        $powers = range((int) floor(log10(min($numbers))), max((int) floor(log10(min($numbers))) + 1, (int) ceil(log10(max($numbers)))));
        $labels = array_map(static fn(int $power): string => Numbers::short(10.0 ** $power), $powers);
        $left = ceil(Svg::widest($labels)) + 8;
        $right = Svg::WIDTH - ceil(Svg::width(Numbers::short(max($columns))) / 2) - 2;
        [$first, $last] = [log10(min($columns)), log10(max($columns))];
        $x = static fn(int $number): float => $left + (log10($number) - $first) / max(1e-9, $last - $first) * ($right - $left);
        $y = static fn(float $number): float => $top + (end($powers) - log10($number)) / (count($powers) - 1) * self::HEIGHT;
        foreach ($powers as $place => $power) {
            $content .= sprintf('<line class="grid" x1="%.1f" x2="%.1f" y1="%.1f" y2="%3$.1f"/>', $left, $right, $y(10.0 ** $power));
            $content .= Svg::text($left - 8, $y(10.0 ** $power) + 4, $labels[$place], 'end', true);
        }
        $content .= self::columns($columns, $x, $top + self::HEIGHT + 20)
            . Svg::text($right, $top + self::HEIGHT + 40, "horizontal: $this->across; vertical: $this->up; both logarithmic", 'end', true);
        $colours = Colours::of(array_keys($this->lines));
        foreach ($this->lines as $name => $points) {
            $path = implode(' ', array_map(static fn(int $column, float $point): string => sprintf('%.1f,%.1f', $x($column), $y($point)), array_keys($points), $points));
            $content .= "<polyline points=\"$path\" fill=\"none\" $colours[$name] stroke=\"currentColor\" stroke-width=\"2\"/>\n";
        }

        return Svg::file($this->title, $top + self::HEIGHT + self::BELOW, $content);
    }

    /**
     * @param list<int> $columns in their order
     * @param callable(int): float $x
     */
    private static function columns(array $columns, callable $x, float $y): string
    {
        $content = '';
        $end = 0.0;
        foreach ($columns as $column) {
            $label = Numbers::short($column);
            $half = Svg::width($label) / 2;
            if ($x($column) - $half >= $end) {
                $content .= Svg::text($x($column), $y, $label, 'middle', true);
                $end = $x($column) + $half + 4;
            }
        }

        return $content;
    }
}
