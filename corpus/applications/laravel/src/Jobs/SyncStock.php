<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;
use Illuminate\Queue\Middleware\WithoutOverlapping;

final class SyncStock implements ShouldQueue
{
    use Queueable;

    /** @param array<string, int> $levels */
    public function __construct(public string $warehouse, public array $levels) {}

    public function handle(): void {}

    /** @return list<object> */
    public function middleware(): array
    {
        return [new WithoutOverlapping($this->warehouse)];
    }
}
