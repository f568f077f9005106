<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use DOMDocument;
use DOMElement;
use LogicException;
use Lyo\Bench\Published\Bars;
use Lyo\Bench\Published\Chart;
use Lyo\Bench\Published\Colours;
use Lyo\Bench\Published\Command;
use Lyo\Bench\Published\Document;
use Lyo\Bench\Published\Lines;
use Lyo\Bench\Published\Numbers;
use Lyo\Bench\Published\Ranges;
use Lyo\Bench\Published\Svg;
use Lyo\Bench\Published\Table;
use Lyo\Tools\Measure\Report\Palette;
use PHPUnit\Framework\Attributes\CoversClass;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Console\Tester\CommandTester;

/** The charts of docs/lab/published.md, and others with longer texts and smaller numbers. */
#[CoversClass(Bars::class)]
#[CoversClass(Colours::class)]
#[CoversClass(Document::class)]
#[CoversClass(Lines::class)]
#[CoversClass(Palette::class)]
#[CoversClass(Ranges::class)]
#[CoversClass(Svg::class)]
#[CoversClass(Table::class)]
final class ChartsTest extends TestCase
{
    private const DOCUMENT = __DIR__ . '/../../docs/lab/published.md';

    /** Texts have their baseline on this line or another; those that are nearer than this share a line. */
    private const LINE = 9.0;

    /** @return iterable<string, array{Chart}> */
    public static function charts(): iterable
    {
        foreach (Command::comparisons() as $name => $comparison) {
            foreach ($comparison->charts((new Document(self::DOCUMENT))->page($comparison)) as $chart) {
                yield "$name, {$chart->name()}" => [$chart];
            }
        }
        $long = 'serialize(), ' . str_repeat('W', 20);
        yield 'long names' => [new Bars('a', 'Title & more', ['one' => [$long => 1234567.25, 'Lyo' => 0.0001], '<two>' => ['Lyo' => 0.0]])];
        yield 'many names in a legend' => [new Lines('a', 'Title', 'rows', 'ns per row', array_fill_keys(['serialize()', $long, "$long, 2", 'igbinary, ' . $long, 'JSON', 'Lyo'], [1 => 1e-3, 2 => 1e9]))];
        yield 'columns that are close' => [new Lines('a', 'Title', 'rows', 'ns per row', ['Lyo' => array_fill_keys([1, 9_000_000, 9_000_001, 9_900_000, 10_000_000], 1.0)])];
        yield 'ranges of large numbers' => [new Ranges('a', 'Title', 'ms', [$long => [1.0, 2.0, 3.0, 123_456_789.0]])];
        yield 'ranges of small numbers' => [new Ranges('a', 'Title', 'ms', ['Lyo' => [0.0001, 0.0002, 0.0003, 0.00041]])];
    }

    #[Test]
    #[DataProvider('charts')]
    public function every_text_is_inside_of_the_picture_and_beside_the_others(Chart $chart): void
    {
        $boxes = [];
        [$width, $height] = self::viewBox($chart);
        foreach (self::elements($chart, 'text') as $text) {
            $isTitle = $text->getAttribute('class') === 'title';
            $length = Svg::width($text->textContent, $isTitle ? 15 : 13, $isTitle);
            $start = (float) $text->getAttribute('x') - $length * match ($text->getAttribute('text-anchor')) {
                'end' => 1.0,
                'middle' => 0.5,
                default => 0.0,
            };
            $y = (float) $text->getAttribute('y');
            self::assertGreaterThanOrEqual(-0.1, $start, $text->textContent);
            self::assertLessThanOrEqual($width + 0.1, $start + $length, $text->textContent);
            self::assertGreaterThanOrEqual(12.0, $y, $text->textContent);
            self::assertLessThanOrEqual($height - 4.0, $y, $text->textContent);
            foreach ($boxes as [$from, $to, $line, $other]) {
                self::assertTrue($start >= $to || $start + $length <= $from || abs($line - $y) >= self::LINE, "\"$text->textContent\" lies on \"$other\"");
            }
            $boxes[] = [$start, $start + $length, $y, $text->textContent];
        }
        self::assertGreaterThanOrEqual(4, count($boxes));
    }

    #[Test]
    #[DataProvider('charts')]
    public function every_shape_is_inside_of_the_picture(Chart $chart): void
    {
        [$width, $height] = self::viewBox($chart);
        $shapes = 0;
        foreach (self::elements($chart, 'rect') as $bar) {
            [$x, $y, $across, $down] = array_map(static fn(string $name): float => (float) $bar->getAttribute($name), ['x', 'y', 'width', 'height']);
            self::assertTrue($x >= 0.0 && $y >= 0.0 && $across >= 0.0 && $x + $across <= $width && $y + $down <= $height, "$x, $y, $across, $down");
            $shapes++;
        }
        foreach (self::elements($chart, 'polyline') as $line) {
            foreach (explode(' ', $line->getAttribute('points')) as $point) {
                [$x, $y] = array_map(floatval(...), explode(',', $point));
                self::assertTrue($x >= 0.0 && $x <= $width && $y >= 28.0 && $y <= $height, $point);
                $shapes++;
            }
        }
        self::assertGreaterThan(0, $shapes);
    }

    #[Test]
    public function a_codec_has_the_colour_of_the_report_and_its_variants_lighter_shades_of_it(): void
    {
        $colours = Colours::of(['serialize()', 'igbinary', 'Lyo', 'igbinary, zlib 1', 'igbinary, zlib 6', 'Lyo, zlib 6', 'Lyo']);
        self::assertSame([
            'serialize()' => 'class="native"', 'igbinary' => 'class="igbinary"', 'Lyo' => 'class="lyo"', 'igbinary, zlib 1' => 'class="igbinary" opacity="0.7"',
            'igbinary, zlib 6' => 'class="igbinary" opacity="0.5"', 'Lyo, zlib 6' => 'class="lyo" opacity="0.7"',
        ], $colours);
        [$light, $dark] = explode('@media', Colours::css());
        foreach (array_keys(Palette::LIGHT) as $class) {
            self::assertStringContainsString(".$class { color: " . Palette::LIGHT[$class] . ' }', $light);
            self::assertStringContainsString(".$class { color: " . Palette::DARK[$class] . ' }', $dark);
        }
        preg_match_all('/color: (#\w+)/', $light, $all);
        self::assertSame($all[1], array_unique($all[1]), 'no two codecs have the same colour');
        $this->expectException(LogicException::class);
        Colours::of(['something else']);
    }

    #[Test]
    public function the_charts_of_the_document_have_no_other_colours(): void
    {
        $classes = ['serialize()' => 'native', 'igbinary' => 'igbinary', 'msgpack' => 'msgpack', 'JSON' => 'json', 'Lyo' => 'lyo'];
        $seen = [];
        foreach (self::charts() as $name => [$chart]) {
            if ($chart instanceof Bars) {
                $bars = self::elements($chart, 'rect');
                foreach (array_values(array_filter(self::elements($chart, 'text'), static fn(DOMElement $text): bool => $text->getAttribute('text-anchor') === 'end')) as $place => $text) {
                    $codec = explode(', ', $text->textContent)[0];
                    self::assertSame($classes[$codec] ?? 'export', $bars[$place]->getAttribute('class'), $name);
                    $seen[$codec] = true;
                }
            }
            self::assertDoesNotMatchRegularExpression('/(?:fill|stroke)="#/', $chart->svg(), $name);
        }
        self::assertEqualsCanonicalizing([...array_keys($classes), 'var_export()'], array_keys($seen));
    }

    #[Test]
    public function bars_are_as_long_as_their_numbers_on_the_scale_of_their_group(): void
    {
        $bars = new Bars('name', 'Title', ['one' => ['Lyo' => 1_000.0, 'JSON' => 500.0], 'two' => ['Lyo' => 2.0, 'JSON' => 1.0, 'igbinary' => 0.0]]);
        $widths = array_map(static fn(DOMElement $bar): float => (float) $bar->getAttribute('width'), self::elements($bars, 'rect'));
        self::assertCount(5, $widths);
        self::assertGreaterThan(100.0, $widths[0]);
        self::assertEqualsWithDelta($widths[0] / 2, $widths[1], 0.1);
        self::assertSame($widths[0], $widths[2]);
        self::assertEqualsWithDelta($widths[2] / 2, $widths[3], 0.1);
        self::assertSame(0.0, $widths[4]);
        self::assertStringContainsString('Each group has its own scale.', $bars->svg());
        self::assertStringNotContainsString('scale', (new Bars('name', 'Title', ['' => ['Lyo' => 1.0]]))->svg());
    }

    #[Test]
    public function lines_rise_by_the_same_for_the_same_factor(): void
    {
        $lines = new Lines('name', 'Title', 'rows', 'ns per row', ['Lyo' => [1 => 10.0, 10 => 100.0, 100 => 1_000.0]]);
        [$line] = self::elements($lines, 'polyline');
        $points = array_map(static fn(string $point): array => array_map(floatval(...), explode(',', $point)), explode(' ', $line->getAttribute('points')));
        self::assertCount(3, $points);
        self::assertEqualsWithDelta($points[1][0] - $points[0][0], $points[2][0] - $points[1][0], 0.2);
        self::assertEqualsWithDelta($points[1][1] - $points[0][1], $points[2][1] - $points[1][1], 0.2);
        self::assertLessThan($points[0][1], $points[1][1], 'more is above less');
        self::assertStringContainsString('horizontal: rows; vertical: ns per row; both logarithmic', $lines->svg());
    }

    #[Test]
    public function ranges_have_their_marks_where_the_axis_says(): void
    {
        $chart = new Ranges('name', 'Title', 'ms', ['Lyo' => [0.25, 0.5, 1.0, 1.43]]);
        $at = [];
        foreach (self::elements($chart, 'text') as $text) {
            $at["at $text->textContent"] = (float) $text->getAttribute('x');
        }
        [$bar] = self::elements($chart, 'rect');
        $median = array_values(array_filter(self::elements($chart, 'line'), static fn(DOMElement $line): bool => $line->getAttribute('stroke-width') === '3'))[0];
        self::assertEqualsWithDelta(($at['at 0'] + $at['at 0.5']) / 2, (float) $bar->getAttribute('x'), 0.1);
        self::assertEqualsWithDelta($at['at 1.0'], (float) $bar->getAttribute('x') + (float) $bar->getAttribute('width'), 0.15);
        self::assertEqualsWithDelta($at['at 0.5'], (float) $median->getAttribute('x1'), 0.1);
    }

    #[Test]
    public function ticks_are_round_and_have_the_same_decimals(): void
    {
        $labels = static fn(float $most): string => implode(' ', Svg::labels(Svg::ticks($most)));
        self::assertSame('0 0.5 1.0 1.5', $labels(1.43));
        self::assertSame('0 2 4 6 8 10', $labels(9.9));
        self::assertSame('0 2 4 6 8 10', $labels(10.0));
        self::assertSame('0 5 10 15', $labels(10.1));
        self::assertSame('0 0.05 0.10 0.15', $labels(0.13));
        self::assertSame('0 1,000 2,000 3,000 4,000', $labels(3_456.0));
        self::assertSame('0 10 20 30 40 50', $labels(50.0));
        for ($i = 1; $i <= 2_000; $i++) {
            $most = $i * 0.0137;
            $ticks = Svg::ticks($most);
            self::assertGreaterThanOrEqual($most * 0.999999, end($ticks));
            self::assertTrue(count($ticks) >= 2 && count($ticks) <= 6, "$most");
            self::assertMatchesRegularExpression('/^[125]0*$/', ltrim(str_replace(['.', ','], '', Svg::labels($ticks)[1]), '0'), "$most");
        }
    }

    #[Test]
    public function numbers_of_a_chart_are_whole_or_have_three_digits(): void
    {
        self::assertSame(['12,153', '396', '0'], Numbers::alike([12_153.0, 396.0, 0.0]));
        self::assertSame(['37.7', '58.0', '132', '0.650', '0'], Numbers::alike([37.7, 58.0, 132.0, 0.6499, 0.0]));
    }

    #[Test]
    public function a_table_is_read_as_it_was_written(): void
    {
        $table = new Table('Title', ['', '32 objects', 'of serialize()', 'µs'], [['a | b', '1,234', '0.50', ''], ['c', '5', '', '0.0123']]);
        $markdown = $table->markdown();
        $read = Table::ofMarkdown('Title', (string) preg_replace('/^Title:\n\n/', '', $markdown));
        self::assertEquals($table, $read);
        self::assertSame(['c' => 0.0123], $read->column('µs'));
        self::assertSame(['a | b' => [32 => 1_234.0], 'c' => [32 => 5.0]], $read->points());
        $this->expectExceptionMessage('has no column "ms"');
        $read->column('ms');
    }

    #[Test]
    public function the_charts_of_the_document_show_what_its_tables_say(): void
    {
        $folder = sys_get_temp_dir() . '/lyo-charts-' . bin2hex(random_bytes(6));
        mkdir($folder);
        copy(self::DOCUMENT, "$folder/published.md");
        try {
            $tester = new CommandTester(Command::command()->setAutoExit(false));
            $tester->execute(['--redraw' => "$folder/published.md"]);
            $tester->assertCommandIsSuccessful();
            self::assertFileEquals(self::DOCUMENT, "$folder/published.md");
            $charts = array_map(basename(...), glob("$folder/published/*.svg") ?: []);
            self::assertCount(16, $charts);
            self::assertSame($charts, array_map(basename(...), glob(dirname(self::DOCUMENT) . '/published/*') ?: []));
            foreach ($charts as $chart) {
                self::assertFileEquals(dirname(self::DOCUMENT) . "/published/$chart", "$folder/published/$chart", 'make published-charts draws it');
            }
        } finally {
            array_map(unlink(...), [...glob("$folder/published/*") ?: [], "$folder/published.md"]);
            rmdir("$folder/published");
            rmdir($folder);
        }
    }

    /** @return array{float, float} */
    private static function viewBox(Chart $chart): array
    {
        [$svg] = self::elements($chart, 'svg');
        [, , $width, $height] = array_map(floatval(...), explode(' ', $svg->getAttribute('viewBox')));

        return [$width, $height];
    }

    /** @return list<DOMElement> */
    private static function elements(Chart $chart, string $name): array
    {
        $document = new DOMDocument();
        self::assertTrue($document->loadXML($chart->svg()), $chart->name());
        $elements = [];
        foreach ($document->getElementsByTagName($name) as $element) {
            $elements[] = $element;
        }

        return $elements;
    }
}
