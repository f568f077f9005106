<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use RuntimeException;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\SingleCommandApplication;

/** The command: igbinary.so against the installed igbinary. Fails when a target is missed. */
final class DropinCommand
{
    private const STEPS = ['times', 'instructions', 'collisions'];

    private const ENCODE = [Timing::ENCODE, Timing::BUILT];

    public static function command(): SingleCommandApplication
    {
        $command = new SingleCommandApplication();
        $command
            ->setName('dropin')
            ->setDescription('The table of targets of igbinary.so, over a corpus, against the installed igbinary')
            ->addOption('processes', null, InputOption::VALUE_REQUIRED, 'rounds of processes, ours and theirs in turn', '3')
            ->addOption('rounds', null, InputOption::VALUE_REQUIRED, 'rounds of measuring in each', '9')
            ->addOption('slice', null, InputOption::VALUE_REQUIRED, 'microseconds for each codec in a round', '400')
            ->addOption('jobs', null, InputOption::VALUE_REQUIRED, 'processes at a time that count instructions', '2')
            ->addOption('sets', null, InputOption::VALUE_REQUIRED, 'which values: corpus, seeds, samples, synthetic', Source::CORPUS)
            ->addOption('filter', null, InputOption::VALUE_REQUIRED, 'only values whose name matches this regular expression', '')
            ->addOption('steps', null, InputOption::VALUE_REQUIRED, 'what to measure: times, instructions, collisions', implode(',', self::STEPS))
            ->addOption('igbinary', null, InputOption::VALUE_REQUIRED, 'another igbinary.so in the place of ours')
            ->addOption('against', null, InputOption::VALUE_REQUIRED, 'another igbinary.so in the place of the installed one')
            ->addOption('list', null, InputOption::VALUE_REQUIRED, 'how many of the worst values to list', '10')
            ->setCode(static fn(InputInterface $input, OutputInterface $output): int => (new self($output, Options::of($input)))->run());

        return $command;
    }

    private function __construct(private readonly OutputInterface $output, private readonly Options $options) {}

    private function run(): int
    {
        $start = hrtime(true);
        $build = getenv('BUILD') ?: 'build';
        $ours = self::module($this->options->text('igbinary') ?? $build . '/igbinary.so');
        $theirs = self::module($this->options->text('against') ?? ini_get('extension_dir') . '/igbinary.so');
        $steps = $this->options->list('steps', self::STEPS);
        $times = [];
        for ($i = 0; in_array('times', $steps, true) && $i < $this->options->int('processes', 1); $i++) {
            $times[] = [$this->measure($ours, false), $this->measure($theirs, false)];
        }
        $count = in_array('instructions', $steps, true);
        $counts = [$count ? $this->measure($ours, true) : new Results(), $count ? $this->measure($theirs, true) : new Results()];
        $targets = new DropinTargets($times, $counts, in_array('collisions', $steps, true) ? $this->collisions($ours) : new Results());
        $lines = array_values(array_filter($targets->all(), static fn(Target $target): bool => $steps === self::STEPS || $target->measured !== null));
        $environment = (new Results())->measuredWith();
        $this->output->writeln(sprintf('%d values of %s, %s against igbinary %s (1.000), PHP %s, %s, %s', max($targets->values(), count($counts[0]->values())), $environment['corpus'], basename($ours), Runner::version('igbinary', $theirs), $environment['php'], $environment['compiler'], $environment['machine']));
        $judged = Goals::areFor($environment);
        Tables::show($this->output, 'igbinary.so', ['', 'must', 'baseline', 'measured', ''], array_map(static fn(Target $target): array => $target->line($judged), $lines));
        foreach ([...self::ENCODE, Timing::DECODE] as $operation) {
            $this->worst($operation, $targets->countRatios($operation));
        }
        [$verdict, $status] = Target::verdictOf($lines, $judged);
        $this->output->writeln(sprintf('%s; %.0f s', $verdict, (hrtime(true) - $start) / 1e9));

        return $status;
    }

    private static function module(string $file): string
    {
        return realpath($file) ?: throw new RuntimeException("there is no $file");
    }

    private function measure(string $module, bool $counts): Results
    {
        $results = new Results();
        $options = Options::from([
            'sets' => $this->options->text('sets'),
            'instructions' => $counts,
            'filter' => $this->options->text('filter'),
            'rounds' => $this->options->text('rounds'),
            'slice' => $this->options->text('slice'),
        ]);
        (new Runner($results->add(...), $counts ? $this->options->int('jobs', 1) : 1, igbinary: $module))
            ->run(Compare::jobs($options, $counts ? ['igbinary'] : ['native', 'igbinary'], [...self::ENCODE, Timing::DECODE], false));
        if ($results->values() === []) {
            throw new RuntimeException('there are no values: bin/corpus makes some, LYO_CORPUS names another directory of a corpus');
        }

        return $results;
    }

    private function collisions(string $module): Results
    {
        $results = new Results();
        $job = new Job(Job::COUNT, null, Source::COLLISIONS, '', false, ['native', 'igbinary'], [Timing::BUILT]);
        (new Runner($results->add(...), igbinary: $module))->run([$job]);

        return $results;
    }

    /** @param array<string, float> $ratios */
    private function worst(string $operation, array $ratios): void
    {
        $most = $this->options->int('list', 0);
        if ($ratios !== [] && $most > 0) {
            $rows = [];
            foreach (array_slice($ratios, 0, $most) as $name => $ratio) {
                $rows[] = [$name, sprintf('%.3f', $ratio)];
            }
            Tables::show($this->output, "Dearest values of 1 kB or more: $operation, instructions", ['', 'ratio'], $rows);
        }
    }
}
