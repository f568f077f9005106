<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use DOMDocument;
use DOMElement;
use LogicException;
use Lyo\Bench\Published\Answer;
use Lyo\Bench\Published\Chart;
use Lyo\Bench\Published\Command;
use Lyo\Bench\Published\Document;
use Lyo\Bench\Published\Drupal;
use Lyo\Bench\Published\DrupalAnswers;
use Lyo\Bench\Published\DrupalEntries;
use Lyo\Bench\Published\Effort;
use Lyo\Bench\Published\Maker;
use Lyo\Bench\Published\Numbers;
use Lyo\Bench\Published\Page;
use Lyo\Bench\Published\Rows;
use Lyo\Bench\Published\Sessions;
use Lyo\Bench\Published\Shapes;
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
#[CoversClass(Maker::class)]
#[CoversClass(Numbers::class)]
#[CoversClass(Way::class)]
#[CoversClass(Sessions::class)]
#[CoversClass(Transcoders::class)]
#[CoversClass(Rows::class)]
#[CoversClass(Drupal::class)]
#[CoversClass(DrupalAnswers::class)]
#[CoversClass(DrupalEntries::class)]
#[CoversClass(Shapes::class)]
#[CoversClass(Answer::class)]
#[RequiresFunction('lyo_bench_time')]
#[RequiresFunction('lyo_serialize')]
final class PublishedTest extends TestCase
{
    private const DOCUMENT = __DIR__ . '/../../docs/lab/published.md';

    #[Test]
    public function sessions_have_the_bytes_that_the_post_names(): void
    {
        self::assertCount(12, Sessions::SIZES);
        foreach (Sessions::SIZES as $size) {
            $session = (new Maker($size))->session($size);
            self::assertSame($size, strlen(serialize($session)));
            self::assertSame($session, (new Maker($size))->session($size), 'the same on every run');
        }
    }

    #[Test]
    public function posts_have_the_bytes_that_the_article_prints(): void
    {
        self::assertCount(30, Transcoders::posts());
        $page = (new Transcoders())->run(new Effort(1, 1_000, 1, 512));
        self::assertSame(10_297.0, $page->table('One post of 10 kB')->column('bytes')['serialize()']);
        self::assertSame(10_467.0, $page->table('30 short posts')->column('bytes')['serialize()']);
        if (extension_loaded('igbinary')) {
            self::assertSame(10_244.0, $page->table('One post of 10 kB')->column('bytes')['igbinary']);
            self::assertSame(2_385.0, $page->table('30 short posts')->column('bytes')['igbinary']);
        }
        self::assertSame(10_196.0, $page->table('One post of 10 kB')->column('bytes')['JSON']);
    }

    #[Test]
    public function a_list_of_one_row_shares_it_in_memory_as_in_the_report(): void
    {
        $list = Rows::list(6_400);
        self::assertCount(6_400, $list);
        self::assertSame(['item0' => 'content 0', 'item19' => 'content 19'], [...array_slice($list[6_399], 0, 1), ...array_slice($list[6_399], -1)]);
        $before = memory_get_usage();
        $longer = Rows::list(12_800);
        self::assertLessThan(2 * 16 * 16_384, memory_get_usage() - $before);
        self::assertCount(12_800, $longer);
    }

    #[Test]
    public function an_answer_says_whether_it_still_holds(): void
    {
        $table = Answer::table('answers', [new Answer('faster', '.5', ['igbinary' => 0.451, 'Lyo' => 0.2], true), new Answer('slower', '2', ['Lyo' => 1.0], false), new Answer('code', 'yes', [], null)]);
        self::assertSame([['faster', '.5', 'yes', 'igbinary 0.45; Lyo 0.20'], ['slower', '2', 'no', 'Lyo 1.00'], ['code', 'yes', 'not measured', '']], $table->rows);
    }

    #[Test]
    public function an_answer_holds_if_its_figure_lies_in_a_range(): void
    {
        $rows = [];
        foreach ([0.49, 0.5, 0.6, 0.61] as $part) {
            $rows[] = Answer::within('igbinary', '', ['Lyo' => 9.0, 'igbinary' => $part], 'igbinary', 0.5, 0.6);
        }
        self::assertSame(['no', 'yes', 'yes', 'no', ''], array_column(Answer::table('', [...$rows, Answer::within('igbinary', '', ['Lyo' => 0.5], 'igbinary')])->rows, 2));
    }

    #[Test]
    public function parts_leave_out_what_was_not_measured(): void
    {
        $table = new Table('t', ['', 'bytes'], [['a', '1,000'], ['b', '250'], ['c', '']]);
        self::assertSame(['b' => 0.25], $table->parts('bytes', ['b', 'c', 'd'], 'a'));
        self::assertSame([], $table->parts('bytes', ['b'], 'd'));
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
            yield $name => [$name];
        }
    }

    /** @return iterable<string, array{string}> all but objects, which have a test of their own */
    public static function quick(): iterable
    {
        foreach (self::names() as $name => $arguments) {
            if ($name !== 'objects') {
                yield $name => $arguments;
            }
        }
    }

    #[Test]
    #[DataProvider('quick')]
    public function a_comparison_has_tables_and_charts_of_all_codecs(string $name): void
    {
        $comparison = Command::comparisons()[$name];
        self::assertSame($name, $comparison->name());
        $page = $comparison->run(new Effort(1, 1_000, 1, 512));
        self::assertNotSame([], $page->tables);
        $page = $page->with($comparison->answers($page));
        $charts = $comparison->charts($page);
        self::assertNotSame([], $charts);
        $names = '';
        foreach ($page->tables as $table) {
            self::assertNotSame([], $table->rows);
            foreach ($table->rows as $row) {
                self::assertSame(count($table->headers), count($row), $table->title);
                self::assertNotContains('0', array_slice($row, 1, 1), "$table->title: $row[0]");
            }
            self::assertStringContainsString('Lyo', implode(' ', [...$table->headers, ...array_merge(...$table->rows)]), $table->title);
            $names .= implode(' ', [...$table->headers, ...array_column($table->rows, 0)]);
        }
        foreach (Way::codecs() as $way) {
            self::assertStringContainsString($way->name, $names);
        }
        foreach ($charts as $chart) {
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
                self::assertStringContainsString('The same row again and again: nanoseconds to encode a row', $tester->getDisplay());
            }
            $text = (string) file_get_contents($file);
            self::assertMatchesRegularExpression('~^before\n<!-- published:growth -->\nThe same row again and again: nanoseconds to encode a row:\n\n\| rows \|~', $text);
            self::assertStringEndsWith("<!-- /published:growth -->\nafter\n<!-- published:drupal -->\n<!-- /published:drupal -->\n", $text);
            self::assertSame(1, substr_count($text, "\nThe same row again and again: nanoseconds to encode a row:\n"), 'the second run takes the place of the first');
            self::assertStringNotContainsString('old', $text);
            preg_match_all('~\]\((published/[^)]+)\)~', $text, $charts);
            self::assertCount(4, $charts[1]);
            foreach ($charts[1] as $chart) {
                self::assertFileExists("$folder/$chart");
            }
            self::refuses('has no part for sessions', static fn() => (new Document($file))->write(new Sessions(), (new Document(self::DOCUMENT))->page(new Sessions()), ''));
            self::refuses('there is no table "Bytes"', static fn() => (new Document($file))->redraw(new Sessions()));
        } finally {
            array_map(unlink(...), [$file, ...glob("$folder/published/*") ?: []]);
            rmdir("$folder/published");
            rmdir($folder);
        }
    }

    #[Test]
    public function each_comparison_is_in_the_documents_with_its_charts(): void
    {
        $text = (string) file_get_contents(self::DOCUMENT);
        foreach (array_keys(Command::comparisons()) as $name) {
            self::assertSame(1, preg_match("~<!-- published:$name -->\n(.*?)<!-- /published:$name -->\n~s", $text, $part), $name);
            self::assertMatchesRegularExpression('/\| Lyo/', $part[1] ?? '', $name);
            self::assertStringContainsString("`make bench-published ARGS=\"--only=$name\"`: PHP 8.4.", $part[1] ?? '', $name);
        }
        preg_match_all('~\]\((published/[^)]+)\)~', $text, $charts);
        self::assertEqualsCanonicalizing($charts[1], array_map(static fn(string $file): string => 'published/' . basename($file), glob(dirname(self::DOCUMENT) . '/published/*') ?: []));
    }

    #[Test]
    #[DataProvider('names')]
    public function answers_in_the_document_are_those_of_its_tables(string $name): void
    {
        $comparison = Command::comparisons()[$name];
        $page = (new Document(self::DOCUMENT))->page($comparison);
        $answers = $comparison->answers($page);
        if ($answers === null) {
            self::assertSame('shapes', $name, 'the page of phpser says nothing that can be asked');

            return;
        }
        self::assertEquals($answers, $page->table($answers->title));
        self::assertNotContains('not measured', array_column($answers->rows, 2));
    }

    #[Test]
    public function answers_are_made_again_from_the_tables_of_a_document(): void
    {
        $folder = sys_get_temp_dir() . '/lyo-published-' . getmypid();
        mkdir($folder);
        $file = "$folder/page.md";
        $text = (string) file_get_contents(self::DOCUMENT);
        file_put_contents($file, (string) preg_replace('/^(\| 1,041 bytes: igbinary is slower to write .*\| )no( \|)/m', '$1yes$2', $text, 1, $count));
        self::assertSame(1, $count);
        try {
            (new Document($file))->redraw(new Sessions());
            self::assertStringEqualsFile($file, $text);
        } finally {
            array_map(unlink(...), [$file, ...glob("$folder/published/*") ?: []]);
            rmdir("$folder/published");
            rmdir($folder);
        }
    }

    /** @param callable(): mixed $call */
    private static function refuses(string $message, callable $call): void
    {
        try {
            $call();
        } catch (RuntimeException|LogicException $exception) {
            self::assertStringContainsString($message, $exception->getMessage());

            return;
        }
        self::fail("no exception: $message");
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
