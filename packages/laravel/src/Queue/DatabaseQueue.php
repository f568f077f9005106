<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Queue;

use Illuminate\Queue\DatabaseQueue as LaravelQueue;
use Lyo\Laravel\Adopts;

/**
 * @internal
 */
class DatabaseQueue extends LaravelQueue
{
    use Adopts;
    use PacksJobs;
}
