<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Lyo\Tools\Measure\Codec;
use RuntimeException;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\SingleCommandApplication;

/** The command: where the instructions of an operation go. */
final class Profile
{
    public static function command(): SingleCommandApplication
    {
        $command = new SingleCommandApplication();
        $command
            ->setName('profile')
            ->setDescription('Instructions by function')
            ->addArgument('filter', InputArgument::REQUIRED, 'values whose name matches this regular expression')
            ->addOption('operation', null, InputOption::VALUE_REQUIRED, 'encode, built, decode or free', Timing::DECODE)
            ->addOption('codec', null, InputOption::VALUE_REQUIRED, 'lyo, native, igbinary, msgpack, json', 'lyo')
            ->addOption('cache', null, InputOption::VALUE_REQUIRED, 'shape cache: warm or cold', 'warm')
            ->addOption('functions', null, InputOption::VALUE_REQUIRED, 'how many functions to list', '30')
            ->addOption('sets', null, InputOption::VALUE_REQUIRED, 'which values: corpus, seeds, samples, synthetic', implode(',', Source::SETS))
            ->addOption('jobs', null, InputOption::VALUE_REQUIRED, 'processes at a time', '2')
            ->addOption('lyo', null, InputOption::VALUE_REQUIRED, 'another lyo.so')
            ->setCode(static function (InputInterface $input, OutputInterface $output): int {
                $options = Options::of($input);
                $operation = $options->choice('operation', [Timing::DECODE, Timing::ENCODE, Timing::BUILT, Counting::FREE]);
                $codec = $options->choice('codec', ['lyo', ...Codec::OTHERS]);
                $profiles = self::profiles($options, $codec, $operation);
                if ($profiles === []) {
                    throw new RuntimeException('there is no such value');
                }
                self::show($output, "$codec $operation, " . count($profiles) . ' values', self::means($profiles), $options->int('functions', 1));

                return 0;
            });

        return $command;
    }

    /** @return list<array<string, int>> of each value: instructions by function */
    private static function profiles(Options $options, string $codec, string $operation): array
    {
        $profiles = [];
        $report = static function (array $result) use (&$profiles, $codec, $operation): void {
            $functions = is_array($result['functions'] ?? null) ? $result['functions']["$codec $operation"] ?? null : null;
            if (is_array($functions)) {
                $profiles[] = array_filter(array_combine(array_map(strval(...), array_keys($functions)), $functions), is_int(...));
            }
        };
        $jobs = Compare::jobs(Options::from([
            'sets' => $options->text('sets'),
            'instructions' => true,
            'functions' => true,
            'filter' => $options->text('filter'),
            'rounds' => '1',
            'slice' => '1',
        ]), [$codec], [$operation === Counting::FREE ? Timing::DECODE : $operation], $options->choice('cache', ['warm', 'cold']) === 'cold');
        (new Runner($report, $options->int('jobs', 1), $options->text('lyo')))->run($jobs);

        return $profiles;
    }

    /**
     * Each value has the same weight, as in the published means.
     *
     * @param list<array<string, int>> $profiles
     * @return array<string, array{share: float, count: int}> by function: its part of the whole, its instructions
     */
    public static function means(array $profiles): array
    {
        $means = [];
        foreach ($profiles as $profile) {
            $all = max(1, array_sum($profile));
            foreach ($profile as $function => $count) {
                $means[$function] ??= ['share' => 0.0, 'count' => 0];
                $means[$function]['share'] += $count / $all / count($profiles);
                $means[$function]['count'] += $count;
            }
        }
        uasort($means, static fn(array $a, array $b): int => $b['share'] <=> $a['share']);

        return $means;
    }

    /** @param array<string, array{share: float, count: int}> $means */
    private static function show(OutputInterface $output, string $title, array $means, int $most): void
    {
        $rows = [];
        $sum = 0.0;
        foreach (array_slice($means, 0, $most) as $function => $mean) {
            $sum += $mean['share'];
            $rows[] = [$function, sprintf('%.2f', 100 * $mean['share']), sprintf('%.2f', 100 * $sum), number_format($mean['count'])];
        }
        Tables::show($output, $title . ': ' . number_format(array_sum(array_column($means, 'count'))) . ' instructions', ['', '%', 'sum %', 'instructions'], $rows);
    }
}
