<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Command;

use Closure;
use InvalidArgumentException;
use Lyo\Exception\LyoException;
use RuntimeException;
use Symfony\Component\Console\Command\Command;
use Symfony\Component\Console\Output\ConsoleOutputInterface;
use Symfony\Component\Console\Output\OutputInterface;

/** How a command ends: with an exit code, and a line on standard error when that is not 0. */
final class Ending
{
    /** Exit code for data that are damaged, of no known format, or that cannot be translated exactly. */
    public const REFUSED = 3;

    /**
     * @param Closure(OutputInterface): void $work is given where errors go; throws InvalidArgumentException for wrong use,
     *                                             LyoException for data, RuntimeException for the rest
     */
    public static function of(OutputInterface $output, Closure $work): int
    {
        $errors = $output instanceof ConsoleOutputInterface ? $output->getErrorOutput() : $output;
        try {
            $work($errors);
            return Command::SUCCESS;
        } catch (InvalidArgumentException $e) {
            $errors->writeln($e->getMessage(), OutputInterface::OUTPUT_RAW);
            return Command::INVALID;
        } catch (LyoException $e) {
            $errors->writeln("error: {$e->getMessage()}", OutputInterface::OUTPUT_RAW);
            return self::REFUSED;
        } catch (RuntimeException $e) {
            $errors->writeln("error: {$e->getMessage()}", OutputInterface::OUTPUT_RAW);
            return Command::FAILURE;
        }
    }
}
