<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** The frame of a chart, in colours that can be read on light and dark pages and by people who see few colours. */
final class Svg
{
    public const WIDTH = 720;

    /** Okabe and Ito's, without yellow and black. */
    private const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#7f7f7f'];

    private const STYLE = 'text { font: 13px system-ui, sans-serif; fill: #222 } .title { font-weight: 600; font-size: 15px } .quiet { fill: #666 } .grid { stroke: #ccc }'
        . ' @media (prefers-color-scheme: dark) { text { fill: #ddd } .quiet { fill: #999 } .grid { stroke: #444 } }';

    public static function colour(int $number): string
    {
        return self::COLOURS[$number % count(self::COLOURS)];
    }

    /** @param string $content elements below the title, which takes the first 28 units */
    public static function file(string $title, int $height, string $content): string
    {
        $title = self::text($title);

        return sprintf('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="%s"><style>%s</style>', self::WIDTH, $height, $title, self::STYLE)
            . "\n<text class=\"title\" x=\"0\" y=\"16\">$title</text>\n$content</svg>\n";
    }

    /** @param list<string> $names of series */
    public static function legend(array $names, float $y): string
    {
        $legend = '';
        $x = 0.0;
        foreach ($names as $number => $name) {
            $legend .= sprintf("<rect x=\"%.1f\" y=\"%.1f\" width=\"10\" height=\"10\" fill=\"%s\"/><text x=\"%.1f\" y=\"%.1f\">%s</text>\n", $x, $y - 9, self::colour($number), $x + 14, $y, self::text($name));
            $x += 30 + 7.2 * mb_strlen($name);
        }

        return $legend;
    }

    public static function text(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES | ENT_XML1);
    }
}
