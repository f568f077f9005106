<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\SingleCommandApplication;

/** The command: what a row costs in lists of 50, 100, ... 6,400 rows, and the ratio of the last to the first. */
final class Growth
{
    /** One list of each length is encoded and decoded many times. Short lists stay in the processor's caches. */
    public const ALONE = 'alone';

    /** For each length there are as many lists as make 6,400 rows, and all results are kept. So each length uses the same amount of memory. */
    public const TOGETHER = 'together';

    /** The figures of a Measurement that are printed for a row. */
    private const FIGURES = ['bytes' => 'bytes', 'memory' => 'memory, bytes', 'peak' => 'peak, bytes'];

    public static function command(): SingleCommandApplication
    {
        $command = new SingleCommandApplication();
        $command
            ->setName('growth')
            ->setDescription('Cost of a row in lists of 50 to 6,400 rows')
            ->addOption('against', null, InputOption::VALUE_REQUIRED, 'other codecs: native, igbinary, msgpack, json', 'native,igbinary,msgpack,json')
            ->addOption('rounds', null, InputOption::VALUE_REQUIRED, 'rounds of measuring', '11')
            ->addOption('slice', null, InputOption::VALUE_REQUIRED, 'microseconds for each codec in a round', '500')
            ->addOption('lyo', null, InputOption::VALUE_REQUIRED, 'another lyo.so')
            ->setCode(static function (InputInterface $input, OutputInterface $output): int {
                $options = Options::of($input);
                $codecs = ['lyo', ...$options->codecs()];
                foreach ([self::ALONE, self::TOGETHER] as $how) {
                    $results = self::measure($how, $codecs, $options->int('rounds', 1), 1000 * $options->int('slice', 1), $options->text('lyo'));
                    self::times($results, $how, $codecs, $output);
                }
                self::sizes($results, $codecs, $output);

                return 0;
            });

        return $command;
    }

    /** @param list<string> $codecs */
    public static function measure(string $how, array $codecs, int $rounds, int $slice, ?string $lyo, string $disable = ''): Results
    {
        $results = new Results();
        $operations = [Timing::ENCODE, Timing::DECODE, Timing::COPY];
        $rows = $how === self::TOGETHER ? max(GrowthRows::COUNTS) : 0;
        $job = new Job(Job::ROUNDS, null, Source::GROWTH, '', false, $codecs, $operations, $rounds, $slice, elements: $rows, compiled: true);
        (new Runner($results->add(...), 1, $lyo, disable: $disable))->run([$job]);

        return $results;
    }

    /** The cost of a row in the longest list, divided by its cost in the shortest. For times this is the median of all rounds. */
    public static function last(Results $results, string $kind, string $codec, string $figure): ?float
    {
        $first = $last = null;
        $counts = GrowthRows::COUNTS;
        foreach ($results->values() as $value) {
            $first = $value->name === self::name($kind, $counts[0]) ? $value : $first;
            $last = $value->name === self::name($kind, $counts[count($counts) - 1]) ? $value : $last;
        }
        $ratio = $first === null ? null : $last?->over($first, $codec, $figure);

        return $ratio === null ? null : $ratio * $counts[0] / $counts[count($counts) - 1];
    }

    private static function name(string $kind, int $count): string
    {
        return Source::GROWTH . "/$kind-$count";
    }

    /** @return list<string> by the number of rows */
    private static function perRow(Results $results, string $kind, string $codec, string $figure): array
    {
        $costs = array_fill_keys(GrowthRows::COUNTS, '-');
        foreach ($results->values() as $value) {
            foreach (GrowthRows::COUNTS as $count) {
                $cost = $value->name === self::name($kind, $count) ? $value->figure($codec, $figure) : null;
                if ($cost !== null) {
                    $costs[$count] = number_format($cost / $count, $cost / $count < 100.0 ? 1 : 0);
                }
            }
        }

        return array_values($costs);
    }

    /** @param list<string> $codecs */
    private static function times(Results $results, string $how, array $codecs, OutputInterface $output): void
    {
        foreach (GrowthRows::KINDS as $kind) {
            self::table($results, $codecs, $kind, Timing::ENCODE, "Rows that are $kind, lists $how: encoding a row, ns", $output);
            self::table($results, [...$codecs, Timing::COPY], $kind, Timing::DECODE, "Rows that are $kind, lists $how: decoding a row, ns", $output);
        }
    }

    /** @param list<string> $codecs */
    private static function sizes(Results $results, array $codecs, OutputInterface $output): void
    {
        foreach (GrowthRows::KINDS as $kind) {
            foreach (self::FIGURES as $figure => $title) {
                self::table($results, $codecs, $kind, $figure, "Rows that are $kind: $title for a row", $output);
            }
        }
    }

    /** @param list<string> $codecs */
    private static function table(Results $results, array $codecs, string $kind, string $figure, string $title, OutputInterface $output): void
    {
        $lines = [];
        foreach ($codecs as $codec) {
            $last = self::last($results, $kind, $codec, $figure);
            $lines[] = [$codec, ...self::perRow($results, $kind, $codec, $figure), $last === null ? '-' : sprintf('%.3f', $last)];
        }
        Tables::show($output, $title, ['', ...array_map(strval(...), GrowthRows::COUNTS), 'last / first'], $lines);
    }
}
