<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Corpus;

/** Writes something else each time. */
final class Changing
{
    private int $count = 0;

    /** @return array{int} */
    public function __serialize(): array
    {
        return [++$this->count];
    }

    /** @param array{int} $data */
    public function __unserialize(array $data): void
    {
        $this->count = $data[0];
    }
}
