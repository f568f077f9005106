<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** Bars from left to right, in groups. */
final readonly class Bars implements Chart
{
    private const LEFT = 200;
    private const RIGHT = 90;
    private const BAR = 16;

    /**
     * @param string $unit behind each number
     * @param array<string, array<string, float>> $groups numbers of 0 or more by name, in groups by name
     */
    public function __construct(private string $name, private string $title, private string $unit, private array $groups) {}

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
        $names = array_values(array_unique(array_merge(...array_map(array_keys(...), array_values($this->groups)))));
        $most = max(1e-9, ...array_merge(...array_map(array_values(...), array_values($this->groups))));
        $y = 40;
        $content = '';
        foreach ($this->groups as $group => $numbers) {
            $content .= sprintf("<text class=\"quiet\" x=\"0\" y=\"%d\">%s</text>\n", $y, Svg::text($group));
            $y += 8;
            foreach ($numbers as $name => $number) {
                $width = $number / $most * (Svg::WIDTH - self::LEFT - self::RIGHT);
                $content .= sprintf("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>", self::LEFT - 8, $y + self::BAR - 4, Svg::text($name))
                    . sprintf('<rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/>', self::LEFT, $y, $width, self::BAR - 3, Svg::colour((int) array_search($name, $names, true)))
                    . sprintf("<text x=\"%.1f\" y=\"%d\">%s %s</text>\n", self::LEFT + $width + 5, $y + self::BAR - 4, Numbers::short($number), Svg::text($this->unit));
                $y += self::BAR;
            }
            $y += 24;
        }

        return Svg::file($this->title, $y - 16, $content);
    }
}
