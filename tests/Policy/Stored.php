<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Policy;

use SessionHandlerInterface;
use SessionIdInterface;
use SessionUpdateTimestampHandlerInterface;

/** A store that always holds the same session. */
class Stored implements SessionHandlerInterface, SessionIdInterface, SessionUpdateTimestampHandlerInterface
{
    public string $bytes = '';

    /** Returns what a session of these bytes has. */
    public function session(string $bytes): mixed
    {
        $this->bytes = $bytes;
        session_id('abc');
        session_start();
        $session = $_SESSION;
        session_abort();
        $_SESSION = [];
        return $session;
    }

    public function create_sid(): string
    {
        return 'abc';
    }

    public function open(string $path, string $name): bool
    {
        return true;
    }

    public function close(): bool
    {
        return true;
    }

    public function read(string $id): string
    {
        return $this->bytes;
    }

    public function write(string $id, string $data): bool
    {
        return true;
    }

    public function destroy(string $id): bool
    {
        return true;
    }

    public function gc(int $max_lifetime): int
    {
        return 0;
    }

    public function validateId(string $id): bool
    {
        return true;
    }

    public function updateTimestamp(string $id, string $data): bool
    {
        return true;
    }
}
