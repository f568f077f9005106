<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\SingleCommandApplication;

/** The command: counts instructions and compares them with those in the tree. */
final class GateCommand
{
    public static function command(): SingleCommandApplication
    {
        $command = new SingleCommandApplication();
        $command
            ->setName('gate')
            ->setDescription('Instructions of each operation, against bench/counts-8.4.tsv, or that of another PHP')
            ->addOption('update', null, InputOption::VALUE_NONE, 'write what was counted to that file')
            ->addOption('jobs', null, InputOption::VALUE_REQUIRED, 'processes at a time', '2')
            ->addOption('lyo', null, InputOption::VALUE_REQUIRED, 'another lyo.so')
            ->setCode(static function (InputInterface $input, OutputInterface $output): int {
                return self::run(Options::of($input), $output);
            });

        return $command;
    }

    private static function run(Options $options, OutputInterface $output): int
    {
        $file = sprintf('bench/counts-%d.%d.tsv', PHP_MAJOR_VERSION, PHP_MINOR_VERSION);
        $path = dirname(__DIR__) . '/' . $file;
        $stored = is_file($path) ? CountTable::read($path) : new CountTable([], []);
        $environment = Results::environment();
        if (!$options->has('update')) {
            if ($stored->values === []) {
                $output->writeln("counts: SKIPPED, there is no $file (make bench-gate-update makes it)");

                return 0;
            }
            $differs = array_diff_assoc($stored->environment, $environment);
            foreach ($differs as $what => $is) {
                $output->writeln("counts: $what was \"$is\", here it is \"" . ($environment[$what] ?? '') . '"');
            }
            if (!$stored->isComparable($environment)) {
                $output->writeln("counts: SKIPPED, $file was made with other tools (make bench-gate-update makes it anew)");

                return 0;
            }
        }
        $now = new CountTable($environment, self::count($options));
        $gate = new Gate($stored, $now);
        self::show($gate, $output);
        if ($options->has('update')) {
            $now->write($path);
            $output->writeln(sprintf('counts: %s has %d values now', $file, count($now->values)));

            return 0;
        }
        $output->writeln(sprintf(
            'counts: %d values, %d counts, geometric mean %.4f of what is stored, %d more than %.1f %% dearer, %d cheaper',
            count($now->values),
            count($gate->ratios),
            $gate->ratios === [] ? 1.0 : Ratios::geometricMean(array_values($gate->ratios)),
            count($gate->dearer()),
            100 * Gate::TOLERANCE,
            count($gate->cheaper()),
        ));

        return $gate->passes() ? 0 : 1;
    }

    /** @return array<string, array{hash: string, counts: array<string, int>}> */
    private static function count(Options $options): array
    {
        $hashes = array_fill_keys(array_map(static fn(string $name): string => Source::SYNTHETIC . '/' . $name, Synthetic::names()), '');
        $counts = [];
        $report = static function (array $result) use (&$hashes, &$counts): void {
            $name = is_string($result['name'] ?? null) ? $result['name'] : '';
            $hashes[$name] = is_string($result['hash'] ?? null) ? $result['hash'] : '';
            foreach (is_array($result['counts'] ?? null) ? $result['counts'] : [] as $figure => $count) {
                $figure = ($result['cold'] === true ? Measurement::COLD : '') . Measurement::IR . substr((string) $figure, strlen('lyo '));
                $counts[$name][$figure] = is_int($count) ? $count : 0;
            }
        };
        $jobs = [];
        foreach ([[false, [Timing::ENCODE, Timing::BUILT, Timing::DECODE]], [true, [Timing::DECODE]]] as [$cold, $operations]) {
            $jobs[] = new Job(Job::COUNT, null, Source::SYNTHETIC, '', $cold, ['lyo'], $operations);
        }
        (new Runner($report, $options->int('jobs', 1), $options->text('lyo')))->run($jobs);
        $values = [];
        foreach ($hashes as $name => $hash) { // in the order of Synthetic
            $values[$name] = ['hash' => $hash, 'counts' => $counts[$name] ?? []];
        }

        return $values;
    }

    private static function show(Gate $gate, OutputInterface $output): void
    {
        foreach ($gate->changed as $name) {
            $output->writeln("counts: $name is new, gone, or not the value that was counted; make bench-gate-update");
        }
        foreach (array_slice($gate->cheaper(), 0, 10) as $what => $ratio) {
            $output->writeln(sprintf('counts: %.4f cheaper  %s', $ratio, $what));
        }
        foreach ($gate->dearer() as $what => $ratio) {
            $output->writeln(sprintf('counts: %.4f DEARER   %s', $ratio, $what));
        }
    }
}
