<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Queue;

/**
 * The code that the queues share. An encrypted job stays as it is.
 *
 * @internal
 */
trait PacksJobs
{
    private ?PackedJob $jobs = null;

    public function setJobs(PackedJob $jobs): static
    {
        $this->jobs = $jobs;

        return $this;
    }

    /**
     * @param  object  $job
     * @param  string  $queue
     * @return array<mixed>
     */
    protected function createObjectPayload($job, $queue): array
    {
        $payload = parent::createObjectPayload($job, $queue);
        $data = $payload['data'] ?? null;
        if ($this->jobs !== null && is_array($data) && is_string($data['command'] ?? null) && str_starts_with($data['command'], 'O:')) {
            $payload['data'] = ['command' => $this->jobs->shorter(clone $job, $data['command'])] + $data;
        }

        return $payload;
    }
}
