<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use Lyo\Envelope\Dictionary;
use Lyo\Exception\LyoException;
use Lyo\Exception\UnavailableException;
use RuntimeException;
use Symfony\Component\Console\Command\Command as SymfonyCommand;
use Symfony\Component\Console\Helper\DescriptorHelper;
use Symfony\Component\Console\Input\InputInterface;
use Symfony\Component\Console\Output\OutputInterface;

use function str_contains;
use function strtr;

/**
 * A command of lyo. It reads its options, calls the library and prints; run() says the exit code. What it throws is one line on
 * standard error and an exit code: Failure, LyoException (3, data that are not readable), any other RuntimeException (1).
 */
abstract class Command extends SymfonyCommand
{
    /** What is being read, for messages: a file, a key. */
    protected string $subject = '';

    /** How the command is called: with the name of the program, which is not the path that it was started by. */
    public function getSynopsis(bool $short = false): string
    {
        return 'lyo ' . parent::getSynopsis($short);
    }

    public function getProcessedHelp(): string
    {
        return strtr($this->getHelp(), ['%command.full_name%' => "lyo {$this->getName()}"]);
    }

    /** @return int one of ExitCode */
    abstract protected function perform(Options $options, Output $output): int;

    final protected function execute(InputInterface $input, OutputInterface $output): int
    {
        $out = new Output($output);
        try {
            $code = $this->perform(new Options($input), $out);
            $out->flush();
            return $code;
        } catch (HelpWanted) {
            Help::print($out->errors, Output::width(), fn(OutputInterface $output) => (new DescriptorHelper())->describe($output, $this));
            return ExitCode::WRONG_USE;
        } catch (Failure $e) {
            $e->getMessage() === '' || $out->error($e->getMessage());
            return $e->exitCode === ExitCode::FAILED ? $this->failed() : $e->exitCode;
        } catch (UnavailableException $e) {
            $out->error(($this->subject === '' ? '' : "$this->subject: ") . "{$e->getMessage()} (" . self::wayOut($e) . ')');
            return ExitCode::NO_VALUE;
        } catch (LyoException $e) {
            $out->error(($this->subject === '' ? '' : "$this->subject: ") . $e->getMessage());
            return ExitCode::NO_VALUE;
        } catch (RuntimeException $e) {
            $out->error($e->getMessage());
            return $this->failed();
        }
    }

    /** What gives the user what is missing. */
    private static function wayOut(UnavailableException $e): string
    {
        return match (true) {
            str_contains($e->getMessage(), 'needs the extension') => 'lyo doctor shows what this PHP has',
            str_contains($e->getMessage(), Dictionary::describe('')) => 'lyo dump takes its file with --dictionaries',
            str_contains($e->getMessage(), ': zlib') => 'it takes the extension zlib',
            default => 'it takes the extension zstd, or for most values the extension lyo built with zstd; lyo doctor shows what this PHP has',
        };
    }

    /** What the exit codes mean; the end of most help texts. */
    protected static function exitCodes(string $noValue = 'data are damaged, in an unknown format, or cannot be translated exactly'): string
    {
        return <<<HELP
            Exit codes:
              0 done
              1 something could not be read or written
              2 wrong use
              3 $noValue
            HELP;
    }

    /** The exit code where something could not be read or written. */
    protected function failed(): int
    {
        return ExitCode::FAILED;
    }
}
