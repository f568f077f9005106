<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use RuntimeException;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\SingleCommandApplication;

/** The command: what each mechanism of lyo.disable gains. Everything is measured with it turned off, as multiples of the same with all turned on. */
final class Mechanisms
{
    /** Figures of a Measurement, all of instructions. */
    private const FIGURES = ['encode' => 'ir encode', 'decode' => 'ir decode', 'decode, caches off' => 'cold ir decode'];

    /** Mechanisms that work block by block. Their gain is in the processor's caches, so instructions do not show it. */
    private const ROWS = 'rows';

    /** Mechanisms for compressed values. No value is compressed here, so they would gain nothing (make bench-envelope measures them). */
    private const COMPRESSION = ['zstd'];

    public static function command(): SingleCommandApplication
    {
        $command = new SingleCommandApplication();
        $command
            ->setName('mechanisms')
            ->setDescription('What each mechanism of lyo.disable gains')
            ->addOption('only', null, InputOption::VALUE_REQUIRED, 'these names alone, separated by commas')
            ->addOption('filter', null, InputOption::VALUE_REQUIRED, 'only values whose name matches this regular expression', '')
            ->addOption('sets', null, InputOption::VALUE_REQUIRED, 'which values: corpus, seeds, samples, synthetic', Source::CORPUS)
            ->addOption('rounds', null, InputOption::VALUE_REQUIRED, 'rounds of measuring the time of rows', '11')
            ->addOption('slice', null, InputOption::VALUE_REQUIRED, 'microseconds in a round of that', '500')
            ->addOption('jobs', null, InputOption::VALUE_REQUIRED, 'processes at a time that count instructions', '2')
            ->addOption('lyo', null, InputOption::VALUE_REQUIRED, 'another lyo.so')
            ->setCode(static fn(InputInterface $input, OutputInterface $output): int => self::run(Options::of($input), $output));

        return $command;
    }

    private static function run(Options $options, OutputInterface $output): int
    {
        $all = Runner::mechanisms($options->text('lyo'));
        $names = $options->text('only') === null ? array_values(array_diff($all, self::COMPRESSION)) : $options->list('only', $all);
        $on = self::count($options, '');
        $growth = in_array(self::ROWS, $names, true) ? self::growth($options, '') : '';
        $rows = [['none', ...array_fill(0, count(self::FIGURES), '1.000'), ...array_fill(0, count(self::FIGURES), ''), $growth]];
        foreach ($names as $name) {
            $off = self::count($options, $name);
            $rows[] = [$name, ...self::means($on, $off), ...self::most($on, $off), $name === self::ROWS ? self::growth($options, $name) : ''];
        }
        $environment = Results::environment();
        $output->writeln(sprintf('%d values, PHP %s, %s, %s', count($on->values()), $environment['php'], $environment['compiler'], $environment['machine']));
        $figures = array_keys(self::FIGURES);
        $headers = ['turned off', ...$figures, ...array_map(static fn(string $figure): string => "most, $figure", $figures), 'time of a row, 6,400 / 50'];
        Tables::show($output, 'Instructions, multiples of those with nothing turned off, geometric means; the application where it is most', $headers, $rows);

        return 0;
    }

    private static function count(Options $options, string $disable): Results
    {
        $results = new Results();
        $given = Options::from(['sets' => $options->text('sets'), 'filter' => $options->text('filter'), 'instructions' => true, 'rounds' => '1', 'slice' => '1']);
        (new Runner($results->add(...), $options->int('jobs', 1), $options->text('lyo'), disable: $disable))->run([
            ...Compare::jobs($given, ['lyo'], [Timing::ENCODE, Timing::DECODE], false),
            ...Compare::jobs($given, ['lyo'], [Timing::DECODE], true),
        ]);

        return $results->values() === [] ? throw new RuntimeException('there is no such value') : $results;
    }

    /** @return list<string> for each figure */
    private static function means(Results $on, Results $off): array
    {
        return array_values(array_map(static fn(string $figure): string => sprintf('%.3f', Ratios::geometricMean(array_merge(...array_values(self::ratios($on, $off, $figure))))), self::FIGURES));
    }

    /** @return list<string> for each figure */
    private static function most(Results $on, Results $off): array
    {
        $most = [];
        foreach (self::FIGURES as $figure) {
            $means = array_map(Ratios::geometricMean(...), self::ratios($on, $off, $figure));
            arsort($means);
            $most[] = sprintf('%.3f %s', reset($means), array_key_first($means));
        }

        return $most;
    }

    /** @return non-empty-array<string, non-empty-list<float>> by application */
    private static function ratios(Results $on, Results $off, string $figure): array
    {
        $ratios = [];
        foreach ($on->values() as $value) {
            $with = $value->figure('lyo', $figure);
            $without = $off->named($value->name)?->figure('lyo', $figure);
            if ($with !== null && $without !== null) {
                $ratios[$value->application][] = $without / $with;
            }
        }

        return $ratios === [] ? throw new RuntimeException("nothing was counted for $figure") : $ratios;
    }

    /** For encoding, with the kind of rows that gains most. */
    private static function growth(Options $options, string $disable): string
    {
        $results = Growth::measure(Growth::TOGETHER, ['lyo'], $options->int('rounds', 1), 1000 * $options->int('slice', 1), $options->text('lyo'), $disable);
        $last = array_map(static fn(string $kind): float => Growth::last($results, $kind, 'lyo', Timing::ENCODE) ?? 0.0, GrowthRows::KINDS);

        return sprintf('%.2f', max($last));
    }
}
