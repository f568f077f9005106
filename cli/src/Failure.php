<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use RuntimeException;

/** Ends a command with an exit code and one line on standard error: "lyo: WHAT: WHY (what to do)". */
final class Failure extends RuntimeException
{
    private function __construct(string $message, public readonly int $exitCode)
    {
        parent::__construct($message);
    }

    /** Options or arguments that are not understood. */
    public static function use(string $message): self
    {
        return new self($message, ExitCode::WRONG_USE);
    }

    /** Something could not be read or written. */
    public static function failed(string $message): self
    {
        return new self($message, ExitCode::FAILED);
    }

    /** Data that are not readable, or no value where there should be one. */
    public static function noValue(string $message): self
    {
        return new self($message, ExitCode::NO_VALUE);
    }

    /** Whoever reads the output has gone, which is no failure of ours: nothing is said. */
    public static function readerGone(): self
    {
        return new self('', ExitCode::FAILED);
    }
}
