<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** Bars from left to right, in groups. The longest bar of each group has the same length, so that a group of small numbers can be read, too. */
final readonly class Bars implements Chart
{
    private const BAR = 18;
    private const GAP = 8;

    /**
     * @param string $title with the unit
     * @param array<string, array<string, float>> $groups numbers of 0 or more by name, in groups by name
     */
    public function __construct(private string $name, private string $title, private array $groups, private bool $longerIsBetter = false) {}

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
        $names = array_merge(...array_map(array_keys(...), array_values($this->groups)));
        if ($names === []) {
            return Svg::file($this->title, 28, '');
        }
        $colours = Colours::of($names);
        $labels = Numbers::alike(array_merge(...array_map(array_values(...), array_values($this->groups))));
        $left = ceil(Svg::widest($names)) + self::GAP;
        $right = ceil(Svg::widest($labels)) + self::GAP;
        $y = 28;
        $content = '';
        foreach ($this->groups as $group => $numbers) {
            if ($group !== '') {
                $y += 18;
                $content .= Svg::text(0, $y - 4, $group, quiet: true);
            }
            $most = max([1e-9, ...array_values($numbers)]);
            foreach ($numbers as $name => $number) {
                $width = $number / $most * (Svg::WIDTH - $left - $right);
                $content .= Svg::text($left - self::GAP, $y + self::BAR - 5, $name, 'end')
                    . sprintf('<rect x="%d" y="%d" width="%.1f" height="%d" %s fill="currentColor"/>', $left, $y + 2, $width, self::BAR - 4, $colours[$name])
                    . Svg::text($left + $width + self::GAP / 2, $y + self::BAR - 5, (string) array_shift($labels));
                $y += self::BAR;
            }
            $y += self::GAP;
        }
        $content .= Svg::text(0, $y + 12, ($this->longerIsBetter ? 'Longer is better.' : 'Shorter is better.') . (count($this->groups) > 1 ? ' Each group has its own scale.' : ''), quiet: true);

        return Svg::file($this->title, $y + 20, $content);
    }
}
