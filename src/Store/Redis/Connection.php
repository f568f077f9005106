<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Store\Redis;

use RuntimeException;

/** What a store needs of a client: commands as they are, with bytes as they are. */
interface Connection
{
    /**
     * The answer; null for nil.
     *
     * @throws Refusal if the server refuses the command
     * @throws RuntimeException if it cannot be reached
     */
    public function command(string ...$words): mixed;

    /**
     * Sends commands together.
     *
     * @param list<list<string>> $commands
     *
     * @return list<mixed> their answers; null for nil, and for a refusal
     *
     * @throws RuntimeException if the server cannot be reached
     */
    public function pipeline(array $commands): array;
}
