<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** The frame of a chart and its texts, which can be read on light and on dark pages. */
final class Svg
{
    public const WIDTH = 720;

    private const SIZE = 13;

    private const STYLE = 'text { font: 13px "DejaVu Sans", Verdana, Arial, sans-serif; fill: #1f2328 } .title { font-weight: 600; font-size: 15px } .quiet { fill: #59636e } .grid { stroke: #d1d9e0 }'
        . ' @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .quiet { fill: #9198a1 } .grid { stroke: #3d444d } }';

    /** Widths of the characters 32 to 126 in hundredths of the font size: DejaVu Sans, the widest of the fonts above with Verdana. */
    private const WIDTHS = [
        32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 53,
        100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79, 60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50,
        50, 61, 63, 55, 63, 62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
    ];

    /** How much wider a bold character can be. */
    private const BOLD = 1.21;

    /** @param string $content elements below the title, which takes the first 28 units */
    public static function file(string $title, int $height, string $content): string
    {
        return sprintf('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="%s"><style>%s</style>', self::WIDTH, $height, self::escaped($title), self::STYLE . ' ' . Colours::css())
            . sprintf("\n<text class=\"title\" x=\"0\" y=\"16\">%s</text>\n%s</svg>\n", self::escaped($title), $content);
    }

    /**
     * @param float $x where the text starts, has its middle or ends
     * @param 'start'|'middle'|'end' $anchor
     */
    public static function text(float $x, float $y, string $text, string $anchor = 'start', bool $quiet = false): string
    {
        return sprintf("<text%s x=\"%.1f\" y=\"%.1f\"%s>%s</text>\n", $quiet ? ' class="quiet"' : '', $x, $y, $anchor === 'start' ? '' : " text-anchor=\"$anchor\"", self::escaped($text));
    }

    public static function escaped(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES | ENT_XML1);
    }

    /** The width of a text, in the widest font that may show it. */
    public static function width(string $text, float $size = self::SIZE, bool $bold = false): float
    {
        $hundredths = 0;
        foreach (mb_str_split($text) as $character) {
            $hundredths += self::WIDTHS[mb_ord($character) - 32] ?? 100;
        }

        return $hundredths / 100 * $size * ($bold ? self::BOLD : 1.0);
    }

    /** @param list<string> $texts */
    public static function widest(array $texts): float
    {
        return max([0.0, ...array_map(self::width(...), $texts)]);
    }

    /**
     * Names of series beside their colours, in as many lines as they need.
     *
     * @param list<string> $names
     * @param float $y of the first line
     * @return array{string, int} elements and the height of the further lines
     */
    public static function legend(array $names, float $y): array
    {
        $legend = '';
        $x = $down = 0;
        foreach (Colours::of($names) as $name => $colour) {
            $width = 14 + self::width($name);
            if ($x > 0 && $x + $width > self::WIDTH) {
                $x = 0;
                $down += 18;
            }
            $legend .= sprintf('<rect x="%.1f" y="%.1f" width="10" height="10" %s fill="currentColor"/>', $x, $y + $down - 9, $colour) . self::text($x + 14, $y + $down, $name);
            $x += $width + 16;
        }

        return [$legend, $down];
    }

    /**
     * Round numbers from 0 to the first that is not below a number: steps of 1, 2 or 5 times a power of ten.
     *
     * @return non-empty-list<float>
     */
    public static function ticks(float $most): array
    {
        $power = 10.0 ** floor(log10(max(1e-9, $most)) - 1.0);
        foreach ([1, 2, 5, 10, 20, 50] as $times) {
            $step = $times * $power;
            $steps = (int) ceil(round($most / $step, 6));
            if ($steps <= 5) {
                break;
            }
        }

        return array_map(static fn(int $number): float => $number * $step, range(0, max(1, $steps)));
    }

    /**
     * Numbers with the same number of decimals: "0", "0.5", "1.0".
     *
     * @param list<float> $ticks multiples of the second one
     * @return list<string>
     */
    public static function labels(array $ticks): array
    {
        $decimals = max(0, (int) -floor(log10($ticks[1] ?? 1.0) + 1e-9));

        return array_map(static fn(float $tick): string => $tick === 0.0 ? '0' : number_format($tick, $decimals), $ticks);
    }
}
