<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Session;

use SessionIdInterface;
use SessionUpdateTimestampHandlerInterface;

/** A store that also makes ids, knows which are its own, and marks sessions as used without writing them. */
final class FullStore extends Store implements SessionIdInterface, SessionUpdateTimestampHandlerInterface
{
    private int $ids = 0;

    public function create_sid(): string
    {
        return 'made' . ++$this->ids;
    }

    public function validateId(string $id): bool
    {
        $this->calls[] = "validate $id";
        return isset($this->data[$id]);
    }

    public function updateTimestamp(string $id, string $data): bool
    {
        $this->calls[] = "touch $id";
        return ($this->data[$id] ?? null) === $data;
    }
}
