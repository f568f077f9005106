<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store\Redis;

use RuntimeException;

/** A connection to one server. It sends commands without changing keys, and neither serializes nor compresses values. */
interface Connection
{
    /**
     * Sends a command and returns the answer: null for nil.
     *
     * @throws Refusal if the server answers with an error
     * @throws RuntimeException if the server cannot be reached
     */
    public function command(string ...$words): mixed;

    /**
     * Sends several commands at once.
     *
     * @param list<list<string>> $commands
     *
     * @return list<mixed> an answer for each command; null for nil, and for an error of the server
     *
     * @throws RuntimeException if the server cannot be reached
     */
    public function pipeline(array $commands): array;
}
