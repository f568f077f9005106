<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Lyo\Tools\Measure\Codec;
use RuntimeException;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\SingleCommandApplication;

/** The command: measures all that the table of targets needs and prints it. Fails when one is missed, with the PHP that it is for. */
final class TargetsCommand
{
    private const STEPS = ['times', 'once', 'held', 'instructions', 'growth'];

    private const COUNTED = ['lyo', 'native', 'igbinary'];

    private const TIMED = [...self::COUNTED, 'igbinary' . Codec::AGAIN];

    public static function command(): SingleCommandApplication
    {
        $command = new SingleCommandApplication();
        $command
            ->setName('targets')
            ->setDescription('The table of targets, from one run over a corpus against igbinary')
            ->addOption('rounds', null, InputOption::VALUE_REQUIRED, 'rounds of measuring', '21')
            ->addOption('slice', null, InputOption::VALUE_REQUIRED, 'microseconds for each codec in a round', '400')
            ->addOption('jobs', null, InputOption::VALUE_REQUIRED, 'processes at a time that count instructions', '2')
            ->addOption('filter', null, InputOption::VALUE_REQUIRED, 'only values whose name matches this regular expression', '')
            ->addOption('steps', null, InputOption::VALUE_REQUIRED, 'what to measure: times, once (one call a turn), held (memory of all values of an application), instructions, growth', implode(',', self::STEPS))
            ->addOption('plain', null, InputOption::VALUE_NONE, 'without OPcache; else it is on, with the code of the applications of a corpus compiled (counts of instructions are always without)')
            ->addOption('lyo', null, InputOption::VALUE_REQUIRED, 'another lyo.so')
            ->addOption('list', null, InputOption::VALUE_REQUIRED, 'how many of the worst values to list', '10')
            ->addOption('json', null, InputOption::VALUE_REQUIRED, 'write all that was measured to this file, -once.json, -held.json, -instructions.json and -growth.json')
            ->addOption('from', null, InputOption::VALUE_REQUIRED, 'measure nothing, report on such files')
            ->setCode(static fn(InputInterface $input, OutputInterface $output): int => (new self($output, Options::of($input)))->run());

        return $command;
    }

    private function __construct(private readonly OutputInterface $output, private readonly Options $options) {}

    private function run(): int
    {
        $start = hrtime(true);
        $results = [];
        foreach (self::STEPS as $step) {
            $wanted = in_array($step, $this->options->list('steps', self::STEPS), true);
            $from = $this->options->text('from');
            $results[$step] = match (true) {
                !$wanted => new Results(),
                $from === null => $this->measure($step),
                default => Results::read(self::file($from, $step)),
            };
            $json = $this->options->text('json');
            if ($wanted && $json !== null) {
                $results[$step]->write(self::file($json, $step));
            }
        }
        $targets = new Targets($results['times'], $results['once'], $results['instructions'], $results['growth']);
        $lines = $targets->all();
        if ($this->options->list('steps', self::STEPS) !== self::STEPS) { // a part of the table was asked for
            $lines = array_values(array_filter($lines, static fn(Target $target): bool => $target->measured !== null));
        }
        $values = max(0, ...array_values(array_map(static fn(Results $of): int => count($of->values(true)), array_diff_key($results, ['growth' => true, 'held' => true]))));
        $environment = $results[$this->options->list('steps', self::STEPS)[0] ?? 'times']->measuredWith();
        $judged = Goals::areFor($environment);
        $this->output->writeln(sprintf('%d values of %s, Lyo against igbinary %s (1.000), PHP %s %s, %s, %s', $values, $environment['corpus'] ?? 'a corpus', Runner::version('igbinary'), $environment['php'], $this->options->has('plain') ? 'without OPcache' : 'with OPcache and compiled code', $environment['compiler'], $environment['machine']));
        Tables::show($this->output, 'Targets', ['', 'must', 'baseline', 'measured', ''], array_map(static fn(Target $target): array => $target->line($judged), $lines));
        $this->memory($results['times'], $results['held']);
        foreach (['times' => '', 'once' => 'one call a turn: '] as $step => $title) {
            $spread = Report::spread($results[$step], 'igbinary');
            if ($spread !== null) {
                $this->output->writeln($title . $spread);
            }
        }
        $this->output->writeln('');
        $this->worst('Slowest to encode of 1 kB or more, times of serialize()', $targets->encodeRatios());
        $this->worst('Slowest to decode of 1 kB or more, times of the instructions of the better of igbinary and unserialize()', $targets->decodeRatios('ir decode'));
        $this->worst('Largest, times of igbinary', $targets->ratios('bytes'));
        $this->worst('Largest in memory, times of igbinary', $targets->ratios('memory'));
        $this->worst('Largest in memory, as built, times of igbinary', $targets->ratios('built memory'));
        [$verdict, $status] = Target::verdictOf($lines, $judged);
        $this->output->writeln(sprintf('%s; %.0f s', $verdict, (hrtime(true) - $start) / 1e9));

        return $status;
    }

    private function measure(string $step): Results
    {
        $this->output->writeln("<fg=gray>$step ...</>");
        $rounds = $this->options->int('rounds', 1);
        $slice = 1000 * $this->options->int('slice', 1);
        if ($step === 'growth') {
            return Growth::measure(Growth::TOGETHER, ['lyo'], $rounds, $slice, $this->options->text('lyo'));
        }
        $results = new Results();
        $counts = $step === 'instructions';
        $runner = new Runner($results->add(...), $counts ? $this->options->int('jobs', 1) : 1, $this->options->text('lyo'));
        $codecs = $counts ? self::COUNTED : self::TIMED;
        $operations = $counts ? [Timing::DECODE] : [Timing::ENCODE, Timing::DECODE];
        $options = $this->jobOptions($step);
        if ($step === 'held') {
            $runner->run(array_map(static fn(Job $job): Job => $job->held(), Compare::jobs($options, self::COUNTED, [], false)));

            return $results;
        }
        $runner->run([
            ...Compare::jobs($options, $codecs, $step === 'times' ? [...$operations, Timing::BUILT] : $operations, false),
            ...Compare::jobs($options, $codecs, $operations, true),
        ]);
        if ($results->values(true) === []) {
            throw new RuntimeException('there are no values: bin/corpus makes some, LYO_CORPUS names another directory of a corpus');
        }
        $step === 'times' && $this->again($results);

        return $results;
    }

    /** Whether a value is slower than serialize() depends on this value alone. So all values near the limit are measured again, with more rounds. */
    private function again(Results $results): void
    {
        $near = [];
        foreach ($results->values(true) as $value) {
            if ($value->text >= Targets::LARGE && ($value->ratio('lyo', 'native', Timing::ENCODE) ?? 0.0) > 0.95) {
                $near[] = preg_quote($value->name);
            }
        }
        if ($near !== []) {
            $options = $this->jobOptions('times', '^(' . implode('|', $near) . ')$', 3);
            (new Runner($results->add(...), 1, $this->options->text('lyo')))->run(Compare::jobs($options, self::TIMED, [Timing::ENCODE], false));
        }
    }

    private function jobOptions(string $step, ?string $filter = null, int $times = 1): Options
    {
        return Options::from([
            'sets' => Source::CORPUS,
            'instructions' => $step === 'instructions',
            'once' => $step === 'once',
            'plain' => $this->options->has('plain'),
            'filter' => $filter ?? $this->options->text('filter'),
            'rounds' => (string) ($times * $this->options->int('rounds', 1)),
            'slice' => $this->options->text('slice'),
        ]);
    }

    /** Memory by application: of each value alone, and of all values together. */
    private function memory(Results $times, Results $held): void
    {
        $rows = [];
        foreach (array_filter($held->values(), static fn(Measurement $all): bool => $all->counted('values') > 0) as $all) {
            $values = array_values(array_filter($times->values(true), static fn(Measurement $value): bool => $value->application === $all->application));
            $row = [$all->application, (string) $all->counted('values')];
            foreach (['memory', 'built memory'] as $figure) {
                $ratios = array_values(Results::ratios($values, 'lyo', 'igbinary', $figure));
                $row[] = $ratios === [] ? '-' : sprintf('%.3f', Ratios::geometricMean($ratios));
                $row[] = sprintf('%.3f', $all->ratio('lyo', 'igbinary', $figure) ?? 0.0);
            }
            $rows[] = $row;
        }
        if ($rows !== []) {
            Tables::show($this->output, 'Decoded memory, Lyo / igbinary: each value alone (mean), all values of an application together', ['', 'values', 'alone', 'together', 'as built: alone', 'together'], $rows);
        }
    }

    /** @param array<string, float> $ratios */
    private function worst(string $title, array $ratios): void
    {
        $most = $this->options->int('list', 0);
        if ($ratios !== [] && $most > 0) {
            $rows = [];
            foreach (array_slice($ratios, 0, $most) as $name => $ratio) {
                $rows[] = [$name, sprintf('%.3f', $ratio)];
            }
            Tables::show($this->output, $title . '; above ' . Targets::SLOWER . ': ' . Targets::slower($ratios) . ' of ' . count($ratios), ['', 'ratio'], $rows);
        }
    }

    private static function file(string $name, string $step): string
    {
        return $step === 'times' ? $name : preg_replace('/\.json$/', '', $name) . "-$step.json";
    }
}
