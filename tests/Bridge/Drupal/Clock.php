<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal;

use Drupal\Component\Datetime\TimeInterface;

/** The time of a request, which a test moves. */
final class Clock implements TimeInterface
{
    public function __construct(public int $now = 1_795_000_000) {}

    public function getRequestTime(): int
    {
        return $this->now;
    }

    public function getRequestMicroTime(): float
    {
        return (float) $this->now;
    }

    public function getCurrentTime(): int
    {
        return $this->now;
    }

    public function getCurrentMicroTime(): float
    {
        return (float) $this->now;
    }
}
