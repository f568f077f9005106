<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Session;

use SessionHandlerInterface;

/** Keeps sessions in memory, and records the calls. It has only the methods that a handler must have. */
class Store implements SessionHandlerInterface
{
    /** @var array<string, string> */
    public array $data = [];
    /** @var list<string> */
    public array $calls = [];

    public function open(string $path, string $name): bool
    {
        $this->calls[] = 'open';
        return true;
    }

    public function close(): bool
    {
        $this->calls[] = 'close';
        return true;
    }

    public function read(string $id): string
    {
        $this->calls[] = "read $id";
        return $this->data[$id] ?? '';
    }

    public function write(string $id, string $data): bool
    {
        $this->calls[] = "write $id";
        $this->data[$id] = $data;
        return true;
    }

    public function destroy(string $id): bool
    {
        $this->calls[] = "destroy $id";
        unset($this->data[$id]);
        return true;
    }

    public function gc(int $max_lifetime): int
    {
        $this->calls[] = 'gc';
        return 7;
    }
}
