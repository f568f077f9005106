<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Queue;

use Illuminate\Queue\RedisQueue as LaravelQueue;
use Lyo\Laravel\Adopts;

/**
 * @internal
 */
class RedisQueue extends LaravelQueue
{
    use Adopts;
    use PacksJobs;
}
