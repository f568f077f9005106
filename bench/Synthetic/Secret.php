<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Synthetic;

/** An object that returns its state by a hook. */
final class Secret
{
    public function __construct(private int $id, private string $word) {}

    /** @return array{id: int, word: string} */
    public function __serialize(): array
    {
        return ['id' => $this->id, 'word' => $this->word];
    }

    /** @param array{id: int, word: string} $state */
    public function __unserialize(array $state): void
    {
        ['id' => $this->id, 'word' => $this->word] = $state;
    }
}
