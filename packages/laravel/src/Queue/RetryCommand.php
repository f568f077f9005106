<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Queue;

use Illuminate\Queue\Console\RetryCommand as LaravelCommand;
use Symfony\Component\Console\Attribute\AsCommand;

/**
 * Laravel's command, which looks into the payloads of jobs.
 *
 * @internal
 */
#[AsCommand(name: 'queue:retry')]
final class RetryCommand extends LaravelCommand
{
    /**
     * @param  array<mixed>  $payload
     */
    protected function getInstanceFromPayload($payload): mixed
    {
        $data = $payload['data'] ?? null;
        $command = is_array($data) ? $data['command'] ?? null : null;

        return is_string($command) && PackedJob::is($command) ? $this->laravel->make(PackedJob::class)->unpack($command) : parent::getInstanceFromPayload($payload);
    }
}
