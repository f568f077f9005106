<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App\Jobs;

use App\Models\User;
use Carbon\CarbonImmutable;
use Carbon\CarbonInterface;
use Illuminate\Contracts\Queue\ShouldBeUnique;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;
use Illuminate\Support\Collection;

final class ExportOrders implements ShouldBeUnique, ShouldQueue
{
    use Queueable;

    public int $timeout = 600;

    /** @param Collection<int, string> $orders */
    public function __construct(
        protected ?User $user,
        private CarbonImmutable $from,
        private CarbonInterface $until,
        protected Collection $orders,
        private ?string $format = 'csv',
    ) {
        $this->onQueue('exports');
    }

    public function handle(): void {}

    /** @return list<int> */
    public function backoff(): array
    {
        return [10, 60, 600];
    }
}
