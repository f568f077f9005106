<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Lyo\Exception\LyoException;
use Lyo\Exception\UnavailableException;
use Lyo\Tools\Dump\Text;
use Lyo\Tools\Measure\Sample;
use Lyo\Tools\Place\File;
use Lyo\Tools\Store\Envelope;
use Lyo\Tools\Store\Stores;
use Lyo\Tools\Train\Training;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputOption;

use function array_map;
use function bin2hex;
use function hash;
use function implode;
use function number_format;
use function sprintf;
use function strlen;
use function substr;

/** Makes a dictionary of zstd of stored values. */
#[AsCommand('train', 'Make a zstd dictionary from stored values, and measure its gain')]
final class TrainCommand extends Command
{
    protected function configure(): void
    {
        StoreOptions::add($this->addArgument('source', InputArgument::IS_ARRAY | InputArgument::REQUIRED, StoreOptions::SOURCE))
            ->addOption('into', null, InputOption::VALUE_REQUIRED, 'Write the dictionary to this file')
            ->addOption('size', null, InputOption::VALUE_REQUIRED, 'Maximum bytes of the dictionary', '16384')
            ->addOption('sample', null, InputOption::VALUE_REQUIRED, 'Read at most this many values, picked at random', '10000')
            ->addOption('seed', null, InputOption::VALUE_REQUIRED, 'The seed of the random choice', '1')
            ->setHelp(<<<'HELP'
                Only reads, and changes nothing in the store. Values of more than 16 KiB are
                left out. Half of the values train a dictionary, and the other half are
                measured with it. The file then gets a dictionary from both halves. This needs
                the extension lyo, built with zstd.

                  <info>%command.full_name% cache.sqlite --table=cache_items --into=cache.dict</info>
                  <info>%command.full_name% redis://127.0.0.1/0 --match='user:*' --into=user.dict --size=32768</info>


                HELP . self::exitCodes('there are too few values'));
    }

    protected function perform(Options $options, Output $output): int
    {
        $into = $options->text('into') ?? throw Failure::use('--into: is missing (the file for the dictionary)');
        $size = $options->number('size');
        if ($size < 256) {
            throw Failure::use("--size=$size: takes a number from 256 to 9999999");
        }
        $sample = StoreOptions::sample($options, $output);
        $source = implode(' ', array_map(Stores::withoutPassword(...), $options->arguments('source')));
        try {
            $training = Training::of(self::texts($sample), $size);
        } catch (UnavailableException) {
            throw Failure::failed('a dictionary can only be made by the extension lyo, built with zstd (lyo doctor shows what this PHP has)');
        }
        if ($training === null) {
            throw Failure::noValue("$source: there are too few values of at most 16 KiB for a dictionary");
        }
        (new File($into))->write($training->dictionary);
        $output->write(self::text($training, $output, $source, $into, $sample->met));

        return ExitCode::DONE;
    }

    /** @return iterable<string> */
    private static function texts(Sample $sample): iterable
    {
        foreach ($sample->entries() as $entry) {
            try {
                yield Envelope::of($entry)->native();
            } catch (LyoException) {
                // damaged, or in no known format
            }
        }
    }

    private static function text(Training $training, Output $output, string $source, string $into, int $met): string
    {
        $rows = [];
        $with = $training->bytes['lyo, zstd with a dictionary'];
        foreach ($training->bytes as $name => $bytes) {
            $rows[] = [$name, number_format($bytes), sprintf('%.2f', $bytes / $with)];
        }
        $head = Text::count($training->measured, 'value') . ', trained on ' . Text::count($training->trained, 'other');

        return Output::printable($source) . ': ' . Text::count($met, 'value') . "\n" . Columns::table($output, [$head, 'bytes', 'times'], $rows)
            . "\n" . Output::printable($into) . ': dictionary ' . substr(bin2hex(hash('sha256', $training->dictionary, true)), 0, 8) . ', ' . number_format(strlen($training->dictionary)) . " bytes, of both\n";
    }
}
