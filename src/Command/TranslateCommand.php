<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Command;

use InvalidArgumentException;
use Lyo\Translator;
use Symfony\Component\Console\Attribute\AsCommand;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Input\InputArgument;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Input\InputOption;
use Symfony\Component\Console\Output\OutputInterface;

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

    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        return Ending::of($output, static function () use ($input, $output): void {
            $data = Input::data($input);
            $from = Input::format($input, 'from');
            $to = Input::format($input, 'to') ?? throw new InvalidArgumentException('--to says into which format: native, lyo, igbinary, msgpack, var_export, wddx or bson');
            Output::write($output, Translator::translate($data, $to, $from));
        });
    }
}
