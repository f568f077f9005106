<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use Lyo\Bench\Compare;
use Lyo\Bench\Job;
use Lyo\Bench\Mechanisms;
use Lyo\Bench\Options;
use Lyo\Bench\Results;
use Lyo\Bench\Runner;
use Lyo\Bench\Source;
use Lyo\Bench\Synthetic;
use Lyo\Bench\Timing;
use Lyo\Bench\Worker;
use Lyo\Tools\Measure\Codec;
use PHPUnit\Framework\Attributes\CoversClass;
use PHPUnit\Framework\Attributes\RequiresFunction;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Console\Tester\CommandTester;

/** Workers are started as the commands start them. */
#[CoversClass(Runner::class)]
#[CoversClass(Worker::class)]
#[CoversClass(Timing::class)]
#[CoversClass(Compare::class)]
#[CoversClass(Mechanisms::class)]
#[RequiresFunction('lyo_bench_time')]
final class RunTest extends TestCase
{
    #[Test]
    public function a_worker_measures_every_figure_in_every_round(): void
    {
        $results = new Results();
        $operations = [Timing::ENCODE, Timing::BUILT, Timing::DECODE, Timing::COPY];
        $job = new Job(Job::TIME, null, Source::SYNTHETIC, '/(row|objects-in-a-ring)$', false, ['lyo', 'native', 'native' . Codec::AGAIN], $operations, 3, 20_000);
        (new Runner($results->add(...)))->run([$job]);
        self::assertSame(['synthetic/row', 'synthetic/objects-in-a-ring'], array_map(static fn($value): string => $value->name, $results->values()));
        foreach ($results->values() as $value) {
            foreach (['bytes', 'zlib', 'memory', 'peak', 'encode', 'built', 'decode'] as $figure) {
                self::assertGreaterThan(0.0, $value->figure('lyo', $figure), "$value->name $figure");
                self::assertGreaterThan(0.0, $value->ratio('lyo', 'native', $figure), "$value->name $figure");
            }
            self::assertSame(0.0, $value->figure('lyo', 'left'), $value->name);
            self::assertGreaterThan(0.0, $value->ratio('lyo', 'copy', 'decode'));
            self::assertGreaterThan(0.0, $value->ratio('lyo', 'copy with keys', 'decode'));
            self::assertSame(strlen(lyo_serialize(Synthetic::get(substr($value->name, strlen('synthetic/'))))), (int) $value->figure('lyo', 'bytes'));
        }
    }

    #[Test]
    public function a_worker_reports_which_values_have_hooks_and_gives_each_codec_one_call_a_turn(): void
    {
        $results = new Results();
        $options = Options::from(['sets' => Source::SYNTHETIC, 'filter' => '/objects-(with-sleep|typed)$', 'once' => true, 'rounds' => '3', 'slice' => '400']);
        $jobs = Compare::jobs($options, ['lyo', 'native'], [Timing::ENCODE], true);
        self::assertSame([[Job::ROUNDS, 1]], array_map(static fn(Job $job): array => [$job->mode, $job->slice], $jobs));
        (new Runner($results->add(...)))->run($jobs);
        self::assertSame(0, $results->named('synthetic/objects-typed')?->counted('hooks'));
        self::assertSame(150, $results->named('synthetic/objects-with-sleep')?->counted('hooks'));
        foreach ($results->values() as $value) {
            self::assertGreaterThan(0.0, $value->ratio('lyo', 'native', 'cold encode'), $value->name);
        }
    }

    #[Test]
    public function a_codec_that_changes_a_value_is_left_out(): void
    {
        $results = new Results();
        $job = new Job(Job::TIME, null, Source::SYNTHETIC, '/(row|objects)$', false, ['lyo', 'json'], [Timing::DECODE], 1, 1000);
        (new Runner($results->add(...)))->run([$job]);
        [$row, $objects] = $results->values();
        self::assertNotNull($row->figure('json', 'bytes'));
        self::assertNull($objects->figure('json', 'bytes'));
        self::assertNull($objects->figure('json', 'decode'));
        self::assertNotNull($objects->figure('lyo', 'decode'));
    }

    /** As unserialize() does it, too: what loaded code has need not be made again. */
    #[Test]
    public function keys_that_are_in_the_compiled_code_of_an_application_take_no_memory(): void
    {
        if (!extension_loaded('Zend OPcache') && !is_file(ini_get('extension_dir') . '/opcache.so') || !function_exists('pcntl_fork')) {
            self::markTestSkipped('needs OPcache and pcntl');
        }
        $folder = sys_get_temp_dir() . '/lyo-corpus-' . bin2hex(random_bytes(4));
        mkdir("$folder/app/vendor", recursive: true);
        $map = array_combine(array_map(static fn(int $i): string => "the_key_of_number_$i", range(1, 300)), range(1, 300));
        file_put_contents("$folder/manifest.tsv", "file\napp/map.ser\n");
        file_put_contents("$folder/classes.php", '<?php function corpus_load_classes(string $application): void {}');
        file_put_contents("$folder/app/map.ser", serialize($map));
        file_put_contents("$folder/app/vendor/declared-twice.php", '<?php function corpus_load_classes() {}');
        file_put_contents("$folder/app/vendor/no-php.php", '<?php class {');
        foreach ([1, 2, 3] as $i) {
            file_put_contents("$folder/app/vendor/map$i.php", '<?php return ' . var_export($map, true) . ';');
        }
        $memory = [];
        foreach ([false, true] as $plain) {
            $results = new Results();
            $options = Options::from(['corpus' => $folder, 'sets' => Source::CORPUS, 'rounds' => '1', 'slice' => '1', 'plain' => $plain]);
            $jobs = Compare::jobs($options, ['lyo', 'native'], [Timing::DECODE], false);
            (new Runner($results->add(...)))->run([...$jobs, ...array_map(static fn(Job $job): Job => $job->held(), $jobs)]);
            foreach (['app/map.ser', 'app'] as $name) {
                $memory[$name][] = $results->named($name)?->figure('native', 'memory');
                $memory["$name, as built"][] = $results->named($name)?->figure('native', 'built memory');
            }
        }
        exec('rm -rf ' . escapeshellarg($folder));
        self::assertCount(4, $memory);
        foreach ($memory as $name => [$compiled, $plain]) {
            self::assertGreaterThan(300 * 40, $plain - $compiled, $name);
        }
    }

    #[Test]
    #[RequiresPhpExtension('igbinary')]
    public function a_file_of_a_run_gives_the_same_report_again(): void
    {
        $file = (string) tempnam(sys_get_temp_dir(), 'bench');
        $reports = [];
        foreach ([['--sets' => 'samples', '--filter' => '/(session|prices)$', '--rounds' => '3', '--slice' => '10', '--json' => $file], ['--from' => $file]] as $options) {
            $tester = new CommandTester(Compare::command()->setAutoExit(false));
            self::assertSame(0, $tester->execute($options + ['--worst' => '1', '--values' => true]), $tester->getDisplay());
            $reports[] = $tester->getDisplay();
        }
        unlink($file);
        self::assertSame($reports[0], $reports[1]);
        foreach (['lyo / native, geometric means', 'lyo / igbinary, geometric means', 'lyo / copy, geometric means', 'igbinary against itself', 'samples/session', 'worst at cold decode'] as $part) {
            self::assertStringContainsString($part, $reports[0]);
        }
    }

    #[Test]
    public function the_gain_of_a_mechanism_is_measured_by_turning_it_off(): void
    {
        if (shell_exec('command -v valgrind') === null || !function_exists('pcntl_fork')) {
            self::markTestSkipped('needs valgrind and pcntl');
        }
        self::assertSame(['prefixes', 'shapes', 'strings', 'classes', 'leaves', 'keys', 'rows', 'zstd', 'arrays', 'interned', 'values'], Runner::mechanisms(null));
        $tester = new CommandTester(Mechanisms::command()->setAutoExit(false));
        self::assertSame(0, $tester->execute(['--sets' => 'samples', '--filter' => '/session$', '--only' => 'leaves']), $tester->getDisplay());
        preg_match('/^\s*(leaves .*)$/m', $tester->getDisplay(), $line);
        [, $encode, $decode] = (array) preg_split('/\s+/', $line[1] ?? '') + ['', '', ''];
        // a mechanism of the reader
        self::assertEqualsWithDelta(1.0, (float) $encode, 0.005);
        self::assertGreaterThan(1.01, (float) $decode);
    }

    #[Test]
    public function counts_do_not_depend_on_the_values_before(): void
    {
        if (shell_exec('command -v valgrind') === null || !function_exists('pcntl_fork')) {
            self::markTestSkipped('needs valgrind and pcntl');
        }
        $counts = [];
        foreach (['/objects-typed$', '/(row|map-of-bools|objects-typed)$'] as $filter) {
            $results = new Results();
            (new Runner($results->add(...)))->run([new Job(Job::COUNT, null, Source::SYNTHETIC, $filter, false, ['lyo'], [Timing::BUILT, Timing::DECODE])]);
            foreach ($results->values() as $value) {
                if ($value->name === 'synthetic/objects-typed') {
                    $counts[] = array_map(static fn(string $figure): ?float => $value->figure('lyo', $figure), ['ir built', 'ir decode', 'ir free']);
                }
            }
        }
        self::assertCount(2, $counts);
        self::assertGreaterThan(300 * 100, $counts[0][0]);
        self::assertGreaterThan(300 * 100, $counts[0][1]);
        foreach ([0, 1, 2] as $i) {
            self::assertEqualsWithDelta($counts[0][$i], $counts[1][$i], 0.001 * (float) $counts[0][$i]);
        }
    }
}
