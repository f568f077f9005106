<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Cli;

use Symfony\Component\Console\Application as SymfonyApplication;
use Symfony\Component\Console\Command\Command as SymfonyCommand;
use Symfony\Component\Console\Exception\CommandNotFoundException;
use Symfony\Component\Console\Exception\ExceptionInterface;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;

use function extension_loaded;
use function phpversion;
use function trim;

/** The program lyo: its commands, and exit code 2 for wrong use, where Symfony has 1. */
final class Application extends SymfonyApplication
{
    private const VERSION = '0.1.0';

    public function __construct()
    {
        parent::__construct('lyo', self::VERSION);
        $this->addCommands([new DumpCommand(), new TranslateCommand(), new MeasureCommand()]);
    }

    /** What --version prints: this program, its PHP, and which of the extensions that matter it has loaded. */
    public function getLongVersion(): string
    {
        $with = 'PHP ' . PHP_VERSION;
        foreach (['lyo', 'igbinary'] as $extension) {
            $with .= extension_loaded($extension) ? ", extension $extension " . phpversion($extension) : ", no extension $extension";
        }
        return 'lyo ' . self::VERSION . " ($with)";
    }

    public function doRun(InputInterface $input, OutputInterface $output): int
    {
        try {
            return parent::doRun($input, $output);
        } catch (ExceptionInterface|Failure $e) {
            (new Output($output))->error(trim($e->getMessage()) . ' (lyo help COMMAND shows what it takes)');
            return ExitCode::WRONG_USE;
        }
    }

    /** Without Symfony's question whether a similar command is to be run. */
    public function find(string $name): SymfonyCommand
    {
        try {
            return parent::find($name);
        } catch (CommandNotFoundException $e) {
            throw Failure::use(strtr(trim($e->getMessage()), ["\n\n" => ' ', "\n" => ' ']));
        }
    }
}
