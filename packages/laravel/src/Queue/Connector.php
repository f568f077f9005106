<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Queue;

use Illuminate\Contracts\Queue\Queue;
use Illuminate\Queue\Connectors\ConnectorInterface;
use Illuminate\Queue\DatabaseQueue as LaravelDatabaseQueue;
use Illuminate\Queue\RedisQueue as LaravelRedisQueue;
use SensitiveParameter;

/**
 * Puts our queues in the place of Laravel's. A queue of another class, which another package has made, is returned as it is.
 *
 * @internal
 */
final class Connector implements ConnectorInterface
{
    public function __construct(private readonly ConnectorInterface $inner, private readonly PackedJob $jobs) {}

    /**
     * @param  array<mixed>  $config
     */
    public function connect(#[SensitiveParameter] array $config): Queue
    {
        $queue = $this->inner->connect($config);

        return match ($queue::class) {
            LaravelDatabaseQueue::class => DatabaseQueue::adopt($queue)->setJobs($this->jobs),
            LaravelRedisQueue::class => RedisQueue::adopt($queue)->setJobs($this->jobs),
            default => $queue,
        };
    }
}
