<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\WordPress\Tests;

use RuntimeException;

/** Commands of a shell. */
final class Command
{
    /** Returns what a command prints. It throws if the status is not 0, or if it is 0 and the command should fail. */
    public static function run(string $command, bool $fails = false): string
    {
        exec("{ $command; } 2>&1", $lines, $status);
        $output = implode("\n", $lines);
        return ($status !== 0) === $fails ? $output : throw new RuntimeException("status $status: $command\n$output");
    }
}
