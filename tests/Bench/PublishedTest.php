<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use DOMDocument;
use DOMElement;
use Lyo\Bench\Published\Bars;
use Lyo\Bench\Published\Chart;
use Lyo\Bench\Published\Command;
use Lyo\Bench\Published\Document;
use Lyo\Bench\Published\Drupal;
use Lyo\Bench\Published\Effort;
use Lyo\Bench\Published\Lines;
use Lyo\Bench\Published\Maker;
use Lyo\Bench\Published\Numbers;
use Lyo\Bench\Published\Page;
use Lyo\Bench\Published\Rows;
use Lyo\Bench\Published\Sessions;
use Lyo\Bench\Published\Svg;
use Lyo\Bench\Published\Table;
use Lyo\Bench\Published\Transcoders;
use Lyo\Bench\Published\Way;
use Lyo\Tools\Measure\Codec;
use PHPUnit\Framework\Attributes\CoversClass;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresFunction;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use RuntimeException;
use Symfony\Component\Console\Tester\CommandTester;

#[CoversClass(Command::class)]
#[CoversClass(Document::class)]
#[CoversClass(Page::class)]
#[CoversClass(Table::class)]
#[CoversClass(Bars::class)]
#[CoversClass(Lines::class)]
#[CoversClass(Svg::class)]
#[CoversClass(Maker::class)]
#[CoversClass(Numbers::class)]
#[CoversClass(Way::class)]
#[CoversClass(Sessions::class)]
#[CoversClass(Transcoders::class)]
#[CoversClass(Rows::class)]
#[CoversClass(Drupal::class)]
#[RequiresFunction('lyo_bench_time')]
#[RequiresFunction('lyo_serialize')]
final class PublishedTest extends TestCase
{
    #[Test]
    public function bars_are_as_long_as_their_numbers(): void
    {
        $bars = self::elements(new Bars('name', 'Title & more', 'kB', ['one' => ['a' => 10.0, 'b<' => 5.0], 'two' => ['a' => 0.0]]), 'rect');
        $widths = array_map(static fn(DOMElement $bar): float => (float) $bar->getAttribute('width'), $bars);
        self::assertCount(3, $widths);
        self::assertGreaterThan(100.0, $widths[0]);
        self::assertEqualsWithDelta($widths[0] / 2, $widths[1], 0.1);
        self::assertSame(0.0, $widths[2]);
        self::assertSame($bars[0]->getAttribute('fill'), $bars[2]->getAttribute('fill'), 'a name has one colour in all groups');
        self::assertNotSame($bars[0]->getAttribute('fill'), $bars[1]->getAttribute('fill'));
    }

    #[Test]
    public function lines_rise_by_the_same_for_the_same_factor(): void
    {
        [$line] = self::elements(new Lines('name', 'Title', 'rows', 'ns', ['a' => [1 => 10.0, 10 => 100.0, 100 => 1_000.0]]), 'polyline');
        $points = array_map(static fn(string $point): array => array_map(floatval(...), explode(',', $point)), explode(' ', $line->getAttribute('points')));
        self::assertCount(3, $points);
        self::assertEqualsWithDelta($points[1][0] - $points[0][0], $points[2][0] - $points[1][0], 0.2);
        self::assertEqualsWithDelta($points[1][1] - $points[0][1], $points[2][1] - $points[1][1], 0.2);
        self::assertLessThan($points[0][1], $points[1][1], 'more is above less');
    }

    #[Test]
    public function sessions_have_the_bytes_that_the_post_names(): void
    {
        foreach ([6, 396, 435, 1_041, 4_096, 12_153, 52_932] as $size) {
            $session = (new Maker($size))->session($size);
            self::assertSame($size, strlen(serialize($session)));
            self::assertSame($session, (new Maker($size))->session($size), 'the same on every run');
        }
    }

    #[Test]
    public function numbers_have_three_digits(): void
    {
        self::assertSame(['0.0123', '1.23', '12.3', '123', '12,346', '7', '0'], array_map(Numbers::short(...), [0.0123, 1.234, 12.34, 123.4, 12345.6, 7.0, 0.0]));
    }

    #[Test]
    public function a_codec_that_gives_another_value_is_refused(): void
    {
        self::assertSame('a:0:{}', (new Way('serialize()', Codec::named('native')))->proven([]));
        $this->expectExceptionMessage('JSON gives another value');
        (new Way('JSON', Codec::named('json')))->proven((object) ['a' => 1]);
    }

    /** @return iterable<string, array{string}> */
    public static function names(): iterable
    {
        foreach (array_keys(Command::comparisons()) as $name) {
            if ($name !== 'objects') {
                yield $name => [$name];
            }
        }
    }

    #[Test]
    #[DataProvider('names')]
    public function a_comparison_has_tables_and_charts_of_all_codecs(string $name): void
    {
        $comparison = Command::comparisons()[$name];
        self::assertSame($name, $comparison->name());
        $page = $comparison->run(new Effort(1, 1_000, 1, 512));
        self::assertNotSame([], $page->tables);
        self::assertNotSame([], $page->charts);
        foreach ($page->tables as $table) {
            self::assertNotSame([], $table->rows);
            foreach ($table->rows as $row) {
                self::assertSame(count($table->headers), count($row), $table->title);
                self::assertNotContains('0', array_slice($row, 1, 1), "$table->title: $row[0]");
            }
            $names = implode(' ', [...array_column($table->rows, 0), ...$table->headers]);
            foreach (Way::codecs() as $way) {
                self::assertStringContainsString($way->name, $names, $table->title);
            }
        }
        foreach ($page->charts as $chart) {
            self::assertNotSame([], [...self::elements($chart, 'rect'), ...self::elements($chart, 'polyline')]);
        }
    }

    #[Test]
    public function the_command_writes_between_the_markers_of_a_document(): void
    {
        $folder = sys_get_temp_dir() . '/lyo-published-' . getmypid();
        mkdir($folder);
        $file = "$folder/page.md";
        file_put_contents($file, "before\n<!-- published:growth -->\nold\n<!-- /published:growth -->\nafter\n<!-- published:drupal -->\n<!-- /published:drupal -->\n");
        try {
            for ($i = 0; $i < 2; $i++) {
                $tester = new CommandTester(Command::command()->setAutoExit(false));
                $tester->execute(['--only' => 'growth', '--rounds' => '1', '--slice' => '1', '--scale' => '512', '--write' => $file]);
                $tester->assertCommandIsSuccessful();
                self::assertStringContainsString('Nanoseconds to encode a row', $tester->getDisplay());
            }
            $text = (string) file_get_contents($file);
            self::assertMatchesRegularExpression('~^before\n<!-- published:growth -->\nNanoseconds to encode a row:\n\n\| rows \|~', $text);
            self::assertStringEndsWith("<!-- /published:growth -->\nafter\n<!-- published:drupal -->\n<!-- /published:drupal -->\n", $text);
            self::assertSame(1, substr_count($text, 'Nanoseconds to encode a row'), 'the second run takes the place of the first');
            self::assertStringNotContainsString('old', $text);
            preg_match_all('~\]\((published/[^)]+)\)~', $text, $charts);
            self::assertCount(2, $charts[1]);
            foreach ($charts[1] as $chart) {
                self::assertFileExists("$folder/$chart");
            }
            $this->expectException(RuntimeException::class);
            $this->expectExceptionMessage('has no part for sessions');
            (new Document($file))->write(new Sessions(), new Page([], []), '');
        } finally {
            array_map(unlink(...), [$file, ...glob("$folder/published/*") ?: []]);
            rmdir("$folder/published");
            rmdir($folder);
        }
    }

    #[Test]
    public function each_comparison_is_in_the_documents_with_its_charts(): void
    {
        $docs = dirname(__DIR__, 2) . '/docs';
        $text = (string) file_get_contents("$docs/published.md");
        foreach (array_keys(Command::comparisons()) as $name) {
            self::assertMatchesRegularExpression("~<!-- published:$name -->\n.*\\| Lyo.*`make bench-published ARGS=\"--only=$name\"`: PHP 8\\.4\\..*\n<!-- /published:$name -->\n~s", $text, $name);
        }
        preg_match_all('~\]\((published/[^)]+)\)~', $text, $charts);
        self::assertEqualsCanonicalizing($charts[1], array_map(static fn(string $file): string => 'published/' . basename($file), glob("$docs/published/*") ?: []));
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
