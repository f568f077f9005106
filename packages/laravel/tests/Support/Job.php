<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Tests\Support;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;
use RuntimeException;

/**
 * Writes what it was given into a file, or fails as long as that file says so.
 */
final class Job implements ShouldQueue
{
    use Queueable;

    /**
     * @param  array<mixed>  $data
     */
    public function __construct(private readonly string $file, private readonly array $data) {}

    public function handle(): void
    {
        if (is_file("$this->file.fails")) {
            throw new RuntimeException('as wanted');
        }
        file_put_contents($this->file, serialize($this->data));
    }
}
