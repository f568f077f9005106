<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Lyo\Tests\Corpus\Corpus;
use Lyo\Tools\Measure\Codec;
use RuntimeException;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\SingleCommandApplication;

/** The command: values in, means and the worst values out. */
final class Compare
{
    public static function command(): SingleCommandApplication
    {
        $command = new SingleCommandApplication();
        $command
            ->setName('compare')
            ->setDescription('Sizes, times and memory of Lyo against other codecs')
            ->addArgument('corpus', InputArgument::OPTIONAL, 'a directory with manifest.tsv; default: LYO_CORPUS, ../shared/corpus or build/corpus, the first that is there')
            ->addOption('sets', null, InputOption::VALUE_REQUIRED, 'which values: corpus, seeds, samples, synthetic', 'corpus,seeds,samples')
            ->addOption('against', null, InputOption::VALUE_REQUIRED, 'other codecs: native, igbinary, msgpack, json', 'native,igbinary')
            ->addOption('filter', null, InputOption::VALUE_REQUIRED, 'only values whose name matches this regular expression: ^samples/, ^drupal/cache_menu', '')
            ->addOption('rounds', null, InputOption::VALUE_REQUIRED, 'rounds of measuring', '21')
            ->addOption('slice', null, InputOption::VALUE_REQUIRED, 'microseconds for each codec in a round', '400')
            ->addOption('plain', null, InputOption::VALUE_NONE, 'without OPcache; else it is on, with the code of the applications of a corpus compiled (counts of instructions are always without)')
            ->addOption('once', null, InputOption::VALUE_NONE, 'one call a turn, after other codecs\' calls with other values')
            ->addOption('cache', null, InputOption::VALUE_REQUIRED, 'shape cache: warm, cold or both', 'both')
            ->addOption('instructions', null, InputOption::VALUE_NONE, 'count instructions under callgrind instead of measuring time')
            ->addOption('jobs', null, InputOption::VALUE_REQUIRED, 'processes at a time, of --instructions only', '2')
            ->addOption('lyo', null, InputOption::VALUE_REQUIRED, 'another lyo.so')
            ->addOption('worst', null, InputOption::VALUE_REQUIRED, 'how many of the worst values to list', '10')
            ->addOption('values', null, InputOption::VALUE_NONE, 'list every value')
            ->addOption('json', null, InputOption::VALUE_REQUIRED, 'write all that was measured to this file')
            ->addOption('from', null, InputOption::VALUE_REQUIRED, 'measure nothing, report on such a file')
            ->setCode(static function (InputInterface $input, OutputInterface $output): int {
                $options = Options::of($input);
                $from = $options->text('from');
                $results = $from === null ? self::measure($options) : Results::read($from);
                $json = $options->text('json');
                if ($json !== null) {
                    $results->write($json);
                }
                if ($results->values() === []) {
                    throw new RuntimeException('there is no such value');
                }
                (new Report($output, $results, $options->int('worst', 0)))->all($options->has('values'));

                return 0;
            });

        return $command;
    }

    public static function measure(Options $options): Results
    {
        $results = new Results();
        $codecs = ['lyo', ...$options->codecs()];
        if (in_array('igbinary', $codecs, true) && !$options->has('instructions')) {
            $codecs[] = 'igbinary' . Codec::AGAIN;
        }
        $jobs = [];
        foreach (['warm' => false, 'cold' => true] as $word => $cold) {
            if (in_array($options->choice('cache', ['both', 'warm', 'cold']), ['both', $word], true)) {
                $operations = [Timing::ENCODE, Timing::BUILT, Timing::DECODE, ...($cold ? [] : [Timing::COPY])];
                array_push($jobs, ...self::jobs($options, $codecs, $operations, $cold));
            }
        }
        (new Runner($results->add(...), $options->has('instructions') ? $options->int('jobs', 1) : 1, $options->text('lyo')))->run($jobs);

        return $results;
    }

    /**
     * @param list<string> $codecs
     * @param list<string> $operations
     * @return list<Job>
     */
    public static function jobs(Options $options, array $codecs, array $operations, bool $cold): array
    {
        $counts = $options->has('instructions');
        $once = $options->has('once');
        $corpus = self::corpus($options);
        $jobs = [];
        $parts = $counts ? 2 : 1;
        foreach (Source::at($corpus)->applications($options->list('sets', Source::SETS)) as $application) {
            for ($part = 0; $part < $parts; $part++) {
                $jobs[] = new Job(
                    $counts ? Job::COUNT : ($once ? Job::ROUNDS : Job::TIME),
                    $corpus,
                    $application,
                    $options->text('filter') ?? '',
                    $cold,
                    $codecs,
                    $operations,
                    $options->int('rounds', 1),
                    $once ? 1 : 1000 * $options->int('slice', 1),
                    $part,
                    $parts,
                    functions: $options->has('functions'),
                    compiled: !$counts && !$options->has('plain'),
                );
            }
        }

        return $jobs;
    }

    private static function corpus(Options $options): ?string
    {
        $named = $options->text('corpus');
        if ($named !== null) {
            return realpath($named) ?: throw new RuntimeException('there is no ' . $named);
        }
        $place = realpath(Corpus::place());

        return $place !== false && is_file($place . '/manifest.tsv') ? $place : null;
    }
}
