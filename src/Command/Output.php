<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Command;

use RuntimeException;
use Symfony\Component\Console\Output\OutputInterface;
use Symfony\Component\Console\Output\StreamOutput;

use function strlen;

/**
 * Writes all of the result or says that it could not: Symfony's outputs do not look at what fwrite() returns.
 *
 * @internal
 */
final class Output
{
    /** @throws RuntimeException if the disk is full, nobody reads the pipe, and the like */
    public static function write(OutputInterface $output, string $bytes): void
    {
        if (!$output instanceof StreamOutput) {
            $output->write($bytes, false, OutputInterface::OUTPUT_RAW);
            return;
        }
        if ($output->getVerbosity() < OutputInterface::VERBOSITY_NORMAL) {
            return;
        }
        error_clear_last();
        $stream = $output->getStream();
        for ($done = 0; $done < strlen($bytes); $done += $written) {
            $written = @fwrite($stream, $done === 0 ? $bytes : substr($bytes, $done));
            if ($written === false || $written === 0) {
                throw self::failure();
            }
        }
        if (!@fflush($stream)) {
            throw self::failure();
        }
    }

    private static function failure(): RuntimeException
    {
        // "fwrite(): Write of 5 bytes failed with errno=28 No space left on device"
        $reason = preg_match('/errno=\d+ (.+)/', error_get_last()['message'] ?? '', $match) === 1 ? ': ' . $match[1] : '';
        return new RuntimeException("the output cannot be written$reason");
    }
}
