<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Cli;

use Lyo\Translator;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputOption;

/** Translates data into another format. */
#[AsCommand('translate', 'Turn stored data into another format; no class is loaded')]
final class TranslateCommand extends Command
{
    protected function configure(): void
    {
        $this->addArgument('file', InputArgument::OPTIONAL, 'The file; - for standard input', '-')
            ->addOption('to', null, InputOption::VALUE_REQUIRED, 'native, lyo, igbinary, msgpack, var_export, wddx or bson')
            ->addOption('from', null, InputOption::VALUE_REQUIRED, 'The format of the data, if it is not to be detected')
            ->setHelp('Exit codes: 0 translated exactly, 1 the output cannot be written, 2 wrong use, 3 the data are damaged, of no known format, or cannot be translated exactly.');
    }

    protected function perform(Options $options, Output $output): int
    {
        $to = $options->format('to') ?? throw Failure::use('--to says into which format: native, lyo, igbinary, msgpack, var_export, wddx or bson');
        $from = $options->format('from');
        $output->write(Translator::translate(Places::of($this->subject = $options->argument('file') ?? '-')->read(), $to, $from));
        return ExitCode::DONE;
    }
}
