<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Igbinary;

use Lyo\Tests\Policy\Stored;

/** Holds one session, and records what happened to it. */
final class SessionStore extends Stored
{
    /** @var list<string> */
    public array $told = [];

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

    public function updateTimestamp(string $id, string $data): bool
    {
        $this->told[] = 'not changed';

        return true;
    }
}
