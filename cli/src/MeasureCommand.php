<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Lyo\Tools\Measure\Codec;
use Lyo\Tools\Measure\Measurement;
use Lyo\Tools\Measure\Report\Json;
use Lyo\Tools\Measure\Report\Page;
use Lyo\Tools\Measure\Report\Text;
use Lyo\Tools\Measure\Rounds;
use Lyo\Tools\Place\File;
use Lyo\Tools\Store\Stores;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputOption;

use function array_map;
use function implode;

/** Measures what stored values would need with each codec and compressor. */
#[AsCommand('measure', 'Measure what your own values need with each codec and compressor')]
final class MeasureCommand extends Command
{
    protected function configure(): void
    {
        StoreOptions::add($this->addArgument('source', InputArgument::IS_ARRAY | InputArgument::REQUIRED, StoreOptions::SOURCE))
            ->addOption('sample', null, InputOption::VALUE_REQUIRED, 'Measure at most this many values, picked at random', '200')
            ->addOption('seed', null, InputOption::VALUE_REQUIRED, 'The seed of the random choice', '1')
            ->addOption('rounds', null, InputOption::VALUE_REQUIRED, 'How many times each value is measured', '11')
            ->addOption('slice', null, InputOption::VALUE_REQUIRED, 'Microseconds for each codec in a round', '200')
            ->addOption('with', null, InputOption::VALUE_REQUIRED | InputOption::VALUE_IS_ARRAY, 'Measure this codec, too; it is left out otherwise', [], Codec::OPTIONAL)
            ->addOption('autoload', null, InputOption::VALUE_REQUIRED, 'A PHP file with an autoloader: real objects are made, and code of their classes runs')
            ->addOption('format', 'f', InputOption::VALUE_REQUIRED, 'text or json', 'text', ['text', 'json'])
            ->addOption('report', null, InputOption::VALUE_REQUIRED, 'Write a page with charts to this file')
            ->setHelp(<<<'HELP'
                Only reads, and changes nothing in the store. If there are more than 200
                values, 200 are picked at random.

                  <info>%command.full_name% var/cache/prod</info>
                  <info>%command.full_name% cache.sqlite --table=cache_items</info>
                  <info>%command.full_name% redis://127.0.0.1/0 --match='cache:*' --report=report.html</info>

                Exit codes:
                  0 measured
                  1 a source cannot be read, or the output cannot be written
                  2 wrong use
                  3 there is no value in a known format
                HELP);
    }

    protected function perform(Options $options, Output $output): int
    {
        $rounds = new Rounds($options->number('rounds'), 1000 * $options->number('slice'));
        $report = $options->text('report');
        $format = $options->choice('format', ['text', 'json']);
        $loads = $options->autoload();
        $sample = StoreOptions::sample($options, $output);
        $progress = $output->progress($sample->size());
        $progress->setFormat(' %current% of %max% values measured');
        $results = Measurement::of(array_map(Stores::withoutPassword(...), $options->arguments('source')), $sample, $rounds, $loads, $options->choices('with', Codec::OPTIONAL), static fn() => $progress->advance());
        $progress->clear();
        if ($results->outcomes === []) {
            throw Failure::noValue(implode(' ', $results->sources) . ($sample->met === 0 ? ': there are no values' : ': none of the values is in a format that is known here'));
        }
        if ($report !== null) {
            (new File($report))->write(Page::of($results));
        }
        $output->write($format === 'json' ? Json::of($results) : Text::of($results) . ($report === null ? '' : "Report: $report\n"));
        return ExitCode::DONE;
    }
}
