<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Symfony\Component\Console\Application as SymfonyApplication;
use Symfony\Component\Console\Command\Command as SymfonyCommand;
use Symfony\Component\Console\Command\HelpCommand;
use Symfony\Component\Console\Command\ListCommand;
use Symfony\Component\Console\Exception\CommandNotFoundException;
use Symfony\Component\Console\Exception\ExceptionInterface;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;

use function array_filter;
use function array_keys;
use function error_get_last;
use function extension_loaded;
use function function_exists;
use function fwrite;
use function implode;
use function in_array;
use function ini_get;
use function ini_set;
use function levenshtein;
use function phpversion;
use function register_shutdown_function;
use function str_repeat;
use function str_starts_with;
use function trim;

/** The program lyo: its commands, and exit code 2 for wrong use, where Symfony has 1. */
final class Application extends SymfonyApplication
{
    private const VERSION = '0.2.0';

    public function __construct()
    {
        parent::__construct('lyo', self::VERSION);
        $this->addCommands([
            new DumpCommand(), new DiffCommand(), new EditCommand(), new TranslateCommand(), new MeasureCommand(), new StatCommand(), new FindCommand(), new ConvertCommand(),
            new AdviseCommand(), new TrainCommand(), new DoctorCommand(),
        ]);
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
        self::set(['serialize_precision' => '-1']);
        try {
            return parent::doRun($input, $output);
        } catch (ExceptionInterface|Failure $e) {
            $command = $this->getCommandName($input) ?? '';
            (new Output($output))->error(trim($e->getMessage()) . ($this->has($command) ? " (lyo help $command shows what it takes)" : ' (lyo list shows all commands)'));
            return ExitCode::WRONG_USE;
        }
    }

    protected function doRunCommand(SymfonyCommand $command, InputInterface $input, OutputInterface $output): int
    {
        $run = fn(OutputInterface $output): int => parent::doRunCommand($command, $input, $output);

        return ($command instanceof HelpCommand || $command instanceof ListCommand) && (new Output($output))->isTerminal() ? Help::print($output, Output::width(), $run) : $run($output);
    }

    /**
     * Changes settings of PHP, if ini_set() exists here. Without it the commands give the same results, but floats may have more digits.
     *
     * @param array<string, string> $settings
     */
    private static function set(array $settings): void
    {
        foreach (function_exists('ini_set') ? $settings : [] as $name => $value) {
            ini_set($name, $value);
        }
    }

    /** The program: says in plain words that memory ran out, where PHP would print a fatal error. */
    public static function main(): never
    {
        self::set(['display_errors' => '0', 'log_errors' => '0']);
        // What is said when memory has run out takes memory, too.
        $reserve = str_repeat("\0", 65_536);
        register_shutdown_function(static function () use (&$reserve): void {
            $reserve = '';
            $error = error_get_last();
            if ($error === null || ($error['type'] & (E_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR)) === 0) {
                return;
            }
            $memory = str_starts_with($error['message'], 'Allowed memory size');
            fwrite(STDERR, $memory
                ? 'lyo: not enough memory: memory_limit is ' . ini_get('memory_limit') . " (show less of it with --depth, --limit or --path, or: php -d memory_limit=-1 lyo …)\n"
                : "lyo: {$error['message']} in {$error['file']}:{$error['line']}\n");
            exit(ExitCode::FAILED);
        });
        exit((new self())->run());
    }

    /** Without Symfony's question whether a similar command is to be run. */
    public function find(string $name): SymfonyCommand
    {
        try {
            return parent::find($name);
        } catch (CommandNotFoundException $e) {
            $near = array_filter(array_keys($this->all()), static fn(string $command): bool => in_array($command, $e->getAlternatives(), true) || levenshtein($name, $command) <= 2);
            throw Failure::use("there is no command \"$name\"" . ($near === [] ? '' : '; did you mean ' . implode(' or ', $near) . '?'));
        }
    }
}
