<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Queue;

use Illuminate\Queue\CallQueuedHandler as LaravelHandler;
use Lyo\Bridge\Miss;
use RuntimeException;

/**
 * Runs queued jobs, in lyo too.
 *
 * @internal
 */
final class CallQueuedHandler extends LaravelHandler
{
    /**
     * @param  array<mixed>  $data
     *
     * @throws RuntimeException if the job cannot be read, as in Laravel
     */
    protected function getCommand(array $data): mixed
    {
        $command = $data['command'] ?? null;
        if (! is_string($command) || ! PackedJob::is($command)) {
            return parent::getCommand($data);
        }
        try {
            return $this->container->make(PackedJob::class)->unpack($command);
        } catch (Miss $e) {
            throw new RuntimeException('Unable to extract job payload.', 0, $e);
        }
    }
}
