<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use Lyo\Tools\Measure\Statistics;

/** How often which numbers occur: a strip for each series, all on one scale. */
final readonly class Histogram implements Chart
{
    private const LEFT = 200;
    private const RIGHT = 16;
    private const TOP = 36;
    private const STRIP = 52;
    private const BUCKETS = 40;

    /**
     * @param string $across what the numbers are
     * @param non-empty-array<string, non-empty-list<float>> $series numbers of 0 or more, by name
     */
    public function __construct(private string $name, private string $title, private string $across, private array $series) {}

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
        // Few numbers are far away: they are counted in the last bucket.
        $end = max(array_map(static fn(array $numbers): float => Statistics::quantile($numbers, 0.99), $this->series));
        $start = min(array_map(static fn(array $numbers): float => min($numbers), $this->series));
        $bucket = max(1e-9, ($end - $start) / self::BUCKETS);
        $width = (Svg::WIDTH - self::LEFT - self::RIGHT) / self::BUCKETS;
        $content = '';
        foreach (array_keys($this->series) as $place => $name) {
            $bottom = self::TOP + ($place + 1) * self::STRIP - 8;
            $counts = $this->counts($this->series[$name], $start, $bucket);
            ksort($counts);
            $most = max($counts);
            $content .= sprintf("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text><line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>\n", self::LEFT - 8, $bottom, Svg::text($name), self::LEFT, Svg::WIDTH - self::RIGHT, $bottom, $bottom);
            foreach ($counts as $number => $count) {
                $height = $count / $most * (self::STRIP - 14);
                $content .= sprintf('<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>', self::LEFT + $number * $width, $bottom - $height, $width - 1, $height, Svg::colour($place));
            }
            $content .= "\n";
        }
        $bottom = self::TOP + count($this->series) * self::STRIP + 8;
        foreach ([0.0, 0.25, 0.5, 0.75, 1.0] as $part) {
            $content .= sprintf("<text class=\"quiet\" x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>\n", self::LEFT + $part * self::BUCKETS * $width, $bottom, $part < 1.0 ? 'middle' : 'end', Numbers::short($start + $part * self::BUCKETS * $bucket));
        }
        $content .= sprintf("<text class=\"quiet\" x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", Svg::WIDTH - self::RIGHT, $bottom + 20, Svg::text("$this->across; the last bar has all that is more"));

        return Svg::file($this->title, $bottom + 26, $content);
    }

    /**
     * @param non-empty-list<float> $numbers
     * @return non-empty-array<int, int> by bucket that has some
     */
    private function counts(array $numbers, float $start, float $bucket): array
    {
        return array_count_values(array_map(static fn(float $number): int => min(self::BUCKETS - 1, (int) (($number - $start) / $bucket)), $numbers));
    }
}
