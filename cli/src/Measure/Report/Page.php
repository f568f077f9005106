<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure\Report;

use Lyo\Tools\Measure\Cost;
use Lyo\Tools\Measure\Ratio;
use Lyo\Tools\Measure\Results;
use Lyo\Tools\Measure\Summary;

use function array_combine;
use function array_filter;
use function array_intersect;
use function array_keys;
use function array_map;
use function array_values;
use function count;
use function date;
use function htmlspecialchars;
use function implode;
use function max;
use function number_format;
use function sprintf;

/**
 * Writes all figures of a run as one HTML page. Charts are inline SVG. The page has no script, and its content security policy forbids to load
 * anything from elsewhere.
 */
final readonly class Page
{
    private const STYLE = <<<'CSS'
        :root { color-scheme: light dark; --text: #1f2328; --quiet: #59636e; --page: #fff; --track: #eaeef2; --line: #d1d9e0; }
        @media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --quiet: #9198a1; --page: #0d1117; --track: #21262d; --line: #3d444d; } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; padding: 1rem; max-width: 54rem; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
        h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
        p { margin: .4rem 0; } .quiet { color: var(--quiet); font-size: .9rem; } .words { padding-left: 1.2rem; }
        .bar { display: grid; grid-template-columns: 4.5rem 1fr 8.5rem; gap: .6rem; align-items: center; font-variant-numeric: tabular-nums; }
        .bar svg { display: block; width: 100%; height: 1rem; } .bar .amount { color: var(--quiet); font-size: .9rem; white-space: nowrap; }
        rect, circle { fill: currentColor; } .track { fill: var(--track); }
        .mark { stroke: var(--text); stroke-width: 2; }
        .plot { display: block; width: 100%; max-width: 40rem; } .plot text { fill: var(--quiet); font: 11px system-ui, sans-serif; }
        .plot .grid { stroke: var(--line); stroke-width: 1; } .plot circle { fill-opacity: .65; }
        .key svg { width: .8rem; height: .8rem; vertical-align: -.05rem; }
        .wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
        th, td { padding: .25rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; } th:first-child, td:first-child { text-align: left; }
        CSS;

    private function __construct(private Results $results) {}

    public static function of(Results $results): string
    {
        return (new self($results))->document();
    }

    private function document(): string
    {
        $summary = new Summary($this->results);
        $subject = self::each('p', $summary->subject());
        $notes = $summary->notes();
        $charts = $this->bytes() . $this->others() . $this->values() . $this->table() . $this->method();
        $saving = $summary->saving();
        $style = self::STYLE . "\n" . Palette::css(Palette::LIGHT) . "\n@media (prefers-color-scheme: dark) { " . Palette::css(Palette::DARK) . ' }';

        return <<<HTML
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
            <link rel="icon" href="data:,">
            <title>lyo measure</title>
            <style>
            $style
            </style>
            </head>
            <body>
            <h1>What these values need</h1>
            $subject

            HTML
            . ($saving === null ? '' : '<p><strong>' . self::escaped($saving) . "</strong></p>\n")
            . '<h2>Beside serialize()</h2>' . '<ul class="words">' . self::each('li', $summary->codecs()) . '</ul>'
            . ($notes === [] ? '' : '<h2>Notes</h2>' . '<ul class="words">' . self::each('li', $notes) . '</ul>')
            . "$charts\n</body>\n</html>\n";
    }

    private function bytes(): string
    {
        $charts = $this->bars('As they are', Cost::BYTES, Summary::bytes(...));
        foreach ($this->results->compressors as $compressor) {
            $charts .= $this->bars("With $compressor", $compressor, Summary::bytes(...));
        }

        return '<h2>Bytes</h2><p class="quiet">Per cent of serialize() without compression. Shorter is better.' . $this->fewer() . '</p>' . $charts;
    }

    private function others(): string
    {
        $milliseconds = static fn(int $nanoseconds): string => number_format($nanoseconds / 1e6, $nanoseconds < 100_000_000 ? 2 : 0) . ' ms';

        return '<h2>Time and memory</h2><p class="quiet">Per cent of serialize() and unserialize(). Shorter is better; the line is 100%.' . $this->fewer() . '</p>'
            . $this->bars('Encode', Cost::ENCODE, $milliseconds) . $this->bars('Decode', Cost::DECODE, $milliseconds)
            . $this->bars('Memory of the decoded values', Cost::MEMORY, Summary::bytes(...));
    }

    /** Returns a sentence for each codec that cannot hold all values. */
    private function fewer(): string
    {
        $words = '';
        foreach ($this->results->asked as $codec) {
            $values = $this->results->ratio($codec, Cost::BYTES)->values ?? 0;
            if ($values === 0) {
                $words .= sprintf(' %s was not measured: %s.', $codec, $this->results->obstacles($codec));
            } elseif ($values < count($this->results->outcomes)) {
                $words .= sprintf(' %s was measured for %s of the %s values, and is compared over these.', $codec, number_format($values), number_format(count($this->results->outcomes)));
            }
        }

        return $words;
    }

    /**
     * Makes a bar chart of a figure for all codecs.
     *
     * @param string $figure a constant of Cost, or the name of a compressor
     * @param callable(int): string $amount formats bytes or nanoseconds
     */
    private function bars(string $title, string $figure, callable $amount): string
    {
        $isSize = $figure !== Cost::ENCODE && $figure !== Cost::DECODE && $figure !== Cost::MEMORY;
        $ratios = [];
        foreach ($this->results->codecs() as $codec) {
            $ratios[$codec] = $isSize ? $this->results->ratio($codec, $figure, 'native', Cost::BYTES) : $this->results->ratio($codec, $figure);
        }
        $ratios = array_filter($ratios);
        $most = max(1.0, ...array_map(static fn(Ratio $ratio): float => $ratio->value(), array_values($ratios)));
        $bars = '';
        foreach ($ratios as $codec => $ratio) {
            $percent = Summary::percent($ratio->value());
            $width = sprintf('%.2f%%', 100 * $ratio->value() / $most);
            $mark = $most > 1.0 ? sprintf('<line class="mark" x1="%1$.2f%%" x2="%1$.2f%%" y1="0" y2="100%%"/>', 100 / $most) : '';
            $bars .= "<div class=\"bar\"><span>$codec</span><svg role=\"img\" aria-label=\"$codec $percent\"><rect class=\"track\" width=\"100%\" height=\"100%\" rx=\"3\"/>"
                . "<rect class=\"$codec\" width=\"$width\" height=\"100%\" rx=\"3\"/>$mark</svg><span class=\"amount\">$percent, {$amount((int) $ratio->amount)}</span></div>\n";
        }

        return $bars === '' ? '' : "<h3>$title</h3>\n$bars";
    }

    /** Makes a chart of points, one for each value. */
    private function values(): string
    {
        $plot = new Plot();
        $shown = array_values(array_intersect(['igbinary', 'lyo'], $this->results->codecs()));
        foreach ($shown as $codec) {
            foreach ($this->results->outcomes as $outcome) {
                $native = $outcome->costs['native'] ?? null;
                $cost = $outcome->costs[$codec] ?? null;
                if ($native !== null && $cost !== null && $native->bytes > 0) {
                    $plot->add($codec, (float) $native->bytes, $cost->bytes / $native->bytes, self::escaped($outcome->name));
                }
            }
        }
        $keys = implode(', ', array_map(static fn(string $codec): string => "<svg><circle class=\"$codec\" cx=\"50%\" cy=\"50%\" r=\"40%\"/></svg> $codec", $shown));

        return "<h2>Each value</h2><p class=\"quiet key\">$keys: per cent of serialize(), by the bytes of serialize().</p>" . $plot->svg();
    }

    private function table(): string
    {
        $figures = [Cost::BYTES => 'bytes', ...array_combine($this->results->compressors, array_map(static fn(string $name): string => "with $name", $this->results->compressors)),
            Cost::ENCODE => 'encode, µs', Cost::DECODE => 'decode, µs', Cost::MEMORY => 'memory'];
        $html = '<h2>Sums</h2><div class="wide"><table><tr><th></th><th>values</th>' . implode('', array_map(static fn(string $head): string => "<th>$head</th>", $figures)) . '</tr>';
        foreach ($this->results->codecs() as $codec) {
            $html .= "<tr><td>$codec</td><td>" . number_format($this->results->ratio($codec, Cost::BYTES, $codec)->values ?? 0) . '</td>';
            foreach (array_keys($figures) as $figure) {
                $ratio = $this->results->ratio($codec, $figure);
                $timed = $figure === Cost::ENCODE || $figure === Cost::DECODE;
                $html .= '<td>' . match (true) {
                    $ratio === null => '–',
                    $timed => number_format($ratio->amount / 1000) . sprintf(' ±%.0f%%', 100 * $ratio->spread),
                    default => number_format($ratio->amount),
                } . '</td>';
            }
            $html .= '</tr>';
        }

        return "$html</table></div>";
    }

    private function method(): string
    {
        return '<h2>How this was measured</h2><p class="quiet">' . self::escaped(sprintf(
            '%s. %s, with %.0f%% of a processor. Sums over all values, as they come out of the store; each time is the median of rounds in which all codecs take turns, ± half the distance between the quartiles of the rounds. '
            . 'A codec is measured with the values that it gives back unchanged, and compared over these.',
            date('Y-m-d H:i'),
            (new Summary($this->results))->environment(),
            100 * $this->results->processor->share(),
        )) . '</p>';
    }

    /** @param list<string> $lines */
    private static function each(string $element, array $lines): string
    {
        return implode('', array_map(static fn(string $line): string => "<$element>" . self::escaped($line) . "</$element>", $lines));
    }

    private static function escaped(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML5);
    }
}
