<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Jobs;

use Illuminate\Bus\Batchable;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;

final class ResizeImages implements ShouldQueue
{
    use Batchable;
    use Queueable;

    public int $tries = 3;

    /** @param list<array{int, int}> $sizes */
    public function __construct(public readonly string $disk, public readonly string $path, private array $sizes) {}

    public function handle(): void {}

    /** @return list<string> */
    public function tags(): array
    {
        return ['images', $this->path];
    }
}
