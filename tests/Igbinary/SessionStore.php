<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Igbinary;

use SessionHandlerInterface;

/** Holds one session, and what became of it. */
final class SessionStore implements SessionHandlerInterface
{
    public string $bytes = '';

    /** @var list<string> */
    public array $told = [];

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
        $this->told[] = 'written ' . bin2hex($data);
        $this->bytes = $data;

        return true;
    }

    public function destroy(string $id): bool
    {
        $this->told[] = 'destroyed';
        $this->bytes = '';

        return true;
    }

    public function gc(int $max_lifetime): int
    {
        return 0;
    }
}
