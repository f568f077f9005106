<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Tests\Support;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Database\Eloquent\ModelNotFoundException;
use Illuminate\Foundation\Queue\Queueable;

/**
 * A job that does not find its model any more.
 */
final class JobOfModel implements ShouldQueue
{
    use Queueable;

    public bool $deleteWhenMissingModels = true;

    /**
     * @param  array<mixed>  $data
     */
    public function __construct(private array $data) {}

    /**
     * @return array<mixed>
     */
    public function __serialize(): array
    {
        return $this->data;
    }

    /**
     * @param  array<mixed>  $data
     */
    public function __unserialize(array $data): void
    {
        $this->data = $data;
        throw new ModelNotFoundException;
    }

    public function handle(): void {}
}
