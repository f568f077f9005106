<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Cli;

use InvalidArgumentException;
use Lyo\Exception\LimitException;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnknownFormatException;
use Lyo\Measure\Codec;
use Lyo\Measure\Compressor;
use Lyo\Measure\Processor;
use Lyo\Measure\Report\Json;
use Lyo\Measure\Report\Page;
use Lyo\Measure\Report\Text;
use Lyo\Measure\Results;
use Lyo\Measure\Rounds;
use Lyo\Measure\Sample;
use Lyo\Measure\Sources;
use Lyo\Measure\Stored;
use Lyo\Measure\Trial;
use Random\Engine\Mt19937;
use Random\Randomizer;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Helper\ProgressBar;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputOption;
use Throwable;

use function array_filter;
use function array_keys;
use function array_map;
use function array_values;
use function extension_loaded;
use function file_put_contents;
use function implode;
use function ini_set;
use function phpversion;

/** Measures what stored values would need with each codec and compressor. */
#[AsCommand('measure', 'What your own values need with each codec and compressor that is at hand')]
final class MeasureCommand extends Command
{
    protected function configure(): void
    {
        $this->addArgument('source', InputArgument::IS_ARRAY | InputArgument::REQUIRED, 'Files, folders, databases (an SQLite file, sqlite:FILE, mysql:host=…;dbname=…, pgsql:…), redis://HOST:PORT/DATABASE, - for standard input')
            ->addOption('table', null, InputOption::VALUE_REQUIRED, 'The table of a database')
            ->addOption('column', null, InputOption::VALUE_REQUIRED, 'Its column with the values')
            ->addOption('user', null, InputOption::VALUE_REQUIRED, 'The user of a database; its password is taken from ' . Sources::PASSWORD . ' in the environment')
            ->addOption('match', null, InputOption::VALUE_REQUIRED, 'The pattern of keys of a Redis', '*')
            ->addOption('sample', null, InputOption::VALUE_REQUIRED, 'How many values are measured; of more, so many are picked at random', '200')
            ->addOption('seed', null, InputOption::VALUE_REQUIRED, 'The seed of that', '1')
            ->addOption('rounds', null, InputOption::VALUE_REQUIRED, 'How often each time is taken', '11')
            ->addOption('slice', null, InputOption::VALUE_REQUIRED, 'Microseconds for each codec in a round', '200')
            ->addOption('autoload', null, InputOption::VALUE_REQUIRED, 'An autoloader: objects are made of their classes, whose code runs then')
            ->addOption('format', 'f', InputOption::VALUE_REQUIRED, 'text or json', 'text', ['text', 'json'])
            ->addOption('report', null, InputOption::VALUE_REQUIRED, 'Write a page with charts to this file')
            ->setHelp(<<<'HELP'
                Reads only, and changes nothing in the store. Of many values 200 are picked at random.

                  <info>%command.full_name% var/cache/prod</info>
                  <info>%command.full_name% cache.sqlite --table=cache_items</info>
                  <info>%command.full_name% redis://127.0.0.1/0 --match='cache:*' --report=report.html</info>

                Exit codes: 0 measured, 1 the output cannot be written or a source cannot be read, 2 wrong use, 3 there is no value in a known format.
                HELP);
    }

    protected function perform(Options $options, Output $output): int
    {
        $sample = new Sample($options->number('sample'), new Randomizer(new Mt19937($options->number('seed'))));
        $rounds = new Rounds($options->number('rounds'), 1000 * $options->number('slice'));
        $report = $options->text('report');
        $format = $options->choice('format', ['text', 'json']);
        $loads = $options->autoload();
        $names = $options->arguments('source');
        $sources = new Sources($options->text('table'), $options->text('column'), $options->text('user'), $options->text('match') ?? '*');
        foreach ($names as $name) {
            try {
                foreach ($sources->named($name)->items() as $item) {
                    $sample->add($item);
                }
            } catch (InvalidArgumentException $e) {
                throw Failure::use($e->getMessage());
            }
        }
        $progress = $output->progress();
        $progress->setFormat(' %current% values measured');
        $results = self::measure(array_map(Sources::withoutPassword(...), $names), $sample, $rounds, $loads, $progress);
        if ($results->outcomes === []) {
            throw Failure::noValue(implode(' ', $results->sources) . ($sample->met === 0 ? ': there are no values' : ': none of the values is in a format that is known here'));
        }
        if ($report !== null && @file_put_contents($report, Page::of($results)) === false) {
            throw Failure::failed("$report: cannot be written");
        }
        $output->write($format === 'json' ? Json::of($results) : Text::of($results) . ($report === null ? '' : "Report: $report\n"));
        return ExitCode::DONE;
    }

    /** @param list<string> $sources */
    private static function measure(array $sources, Sample $sample, Rounds $rounds, bool $loads, ProgressBar $progress): Results
    {
        ini_set('serialize_precision', '-1');
        $codecs = array_values(array_filter(array_map(Codec::named(...), Codec::ALL), static fn(Codec $codec): bool => $codec->exists()));
        $compressors = Compressor::all();
        $processor = new Processor();
        $results = new Results($sources, $sample, $processor, array_keys($compressors), self::environment());
        $trial = new Trial($codecs, $compressors, $rounds, $loads);
        $processor->start();
        foreach ($sample->values() as $name => $data) {
            try {
                $results->outcomes[] = $trial->run(Stored::read($name, $data));
            } catch (UnknownFormatException) {
                $results->refuse('of no known format');
            } catch (LimitException) {
                $results->refuse('beyond a limit');
            } catch (LyoException) {
                $results->refuse('damaged');
            } catch (Throwable) {
                $results->refuse('refused by their classes');
            }
            $progress->advance();
        }
        $processor->stop();
        $progress->clear();
        if ($sample->tooLong() > 0) {
            $results->refuse('longer than 16 MB', $sample->tooLong());
        }

        return $results;
    }

    /** @return array<string, string> what figures depend on */
    private static function environment(): array
    {
        $environment = ['PHP' => PHP_VERSION];
        foreach (['lyo', 'igbinary', 'msgpack', 'zstd', 'lz4', 'brotli', 'snappy', 'lzf'] as $extension) {
            if (extension_loaded($extension)) {
                $environment[$extension] = (string) phpversion($extension);
            }
        }

        return $environment;
    }
}
