<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use Lyo\Bench\Options;
use Lyo\Bench\Results;
use Lyo\Bench\Tables;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\SingleCommandApplication;

/** The command: published comparisons of serializers, run again. */
final class Command
{
    /** @return array<string, Comparison> by name */
    public static function comparisons(): array
    {
        $comparisons = [];
        foreach ([new Sessions(), new Transcoders(), new Objects(), new Rows(), new Drupal(), new Shapes()] as $comparison) {
            $comparisons[$comparison->name()] = $comparison;
        }

        return $comparisons;
    }

    public static function command(): SingleCommandApplication
    {
        $command = new SingleCommandApplication();
        $command
            ->setName('published')
            ->setDescription('Published comparisons of serializers, run again')
            ->addOption('only', null, InputOption::VALUE_REQUIRED, 'these alone, separated by commas: ' . implode(', ', array_keys(self::comparisons())))
            ->addOption('rounds', null, InputOption::VALUE_REQUIRED, 'rounds of measuring', '15')
            ->addOption('slice', null, InputOption::VALUE_REQUIRED, 'microseconds for the fastest codec in a round', '1000')
            ->addOption('requests', null, InputOption::VALUE_REQUIRED, 'requests of a page for each codec', '200')
            ->addOption('scale', null, InputOption::VALUE_REQUIRED, 'the largest values are so many times smaller, to try it out', '1')
            ->addOption('write', null, InputOption::VALUE_REQUIRED, 'put tables and charts into this document, as docs/lab/published.md')
            ->addOption('redraw', null, InputOption::VALUE_REQUIRED, 'measure nothing: make the answers and charts of this document again, from its tables')
            ->setCode(static fn(InputInterface $input, OutputInterface $output): int => self::run(Options::of($input), $output));

        return $command;
    }

    private static function run(Options $options, OutputInterface $output): int
    {
        $all = self::comparisons();
        $names = $options->text('only') === null ? array_keys($all) : $options->list('only', array_keys($all));
        $effort = new Effort($options->int('rounds', 1), 1000 * $options->int('slice', 1), $options->int('requests', 1), $options->int('scale', 1));
        $redraw = $options->text('redraw');
        if ($redraw !== null) {
            foreach ($names as $name) {
                (new Document($redraw))->redraw($all[$name]);
            }

            return 0;
        }
        $file = $options->text('write');
        $begin = hrtime(true);
        foreach ($names as $name) {
            $start = hrtime(true);
            $page = $all[$name]->run($effort);
            $page = $page->with($all[$name]->answers($page));
            foreach ($page->tables as $table) {
                Tables::show($output, $table->title, $table->headers, $table->rows);
            }
            $environment = Results::environment();
            $run = sprintf(
                '`make bench-published ARGS="--only=%s"`: PHP %s, igbinary %s, %s, %d s. Times are CPU time, medians of %d interleaved rounds.',
                $name,
                $environment['php'],
                phpversion('igbinary') ?: 'not installed',
                $environment['machine'],
                (hrtime(true) - $start) / 1e9,
                $effort->rounds,
            );
            $output->writeln($run . "\n");
            if ($file !== null) {
                (new Document($file))->write($all[$name], $page, $run);
            }
        }
        $duration = sprintf('All %d together took %.1f minutes, with %d rounds.', count($names), (hrtime(true) - $begin) / 6e10, $effort->rounds);
        $output->writeln($duration);
        if ($file !== null && $names === array_keys($all)) {
            (new Document($file))->note('duration', $duration);
        }

        return 0;
    }
}
