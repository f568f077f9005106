<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Bridge;

use Serializable;

/** serialize() writes "C:" for it, which WordPress does not know. */
final class Old implements Serializable // @phpstan-ignore class.serializable, class.serializable (that is what it is for)
{
    public string $data = '';

    public function serialize(): string
    {
        return $this->data;
    }

    public function unserialize(string $data): void
    {
        $this->data = $data;
    }
}
