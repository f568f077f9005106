<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Tests\App;

final class SessionHandler implements \SessionHandlerInterface
{
    /** @var array<string, string> */
    public static array $stored = [];

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
        return self::$stored[$id] ?? '';
    }

    public function write(string $id, string $data): bool
    {
        self::$stored[$id] = $data;

        return true;
    }

    public function destroy(string $id): bool
    {
        unset(self::$stored[$id]);

        return true;
    }

    public function gc(int $max_lifetime): int
    {
        return 0;
    }
}
