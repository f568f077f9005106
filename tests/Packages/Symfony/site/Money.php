<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Packages\Symfony\Site;

use Stringable;

final class Money implements Stringable
{
    public function __construct(private readonly int $amount, private readonly string $currency) {}

    public function __toString(): string
    {
        return sprintf('%.2f %s', $this->amount / 100, $this->currency);
    }
}
