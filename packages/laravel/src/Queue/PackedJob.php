<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Queue;

use Illuminate\Database\Eloquent\ModelNotFoundException;
use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Writes;

/**
 * The form of a job in a payload that is not serialize() text: a mark, and Base64, because a payload is JSON.
 *
 * @internal
 */
final class PackedJob
{
    private const MARK = 'lyo:';

    public function __construct(private readonly Packer $packer) {}

    public static function is(string $command): bool
    {
        return str_starts_with($command, self::MARK);
    }

    /**
     * Tells whether this process writes jobs in another form than Laravel.
     */
    public function writes(): bool
    {
        return $this->packer->writes !== Writes::Native;
    }

    /**
     * Returns the shorter form.
     *
     * @param  string  $command  the job as Laravel writes it
     */
    public function shorter(object $job, string $command): string
    {
        $packed = self::MARK.base64_encode($this->packer->pack($job));

        return strlen($packed) < strlen((string) json_encode($command)) ? $packed : $command;
    }

    /**
     * @throws Miss if the job cannot be read
     * @throws ModelNotFoundException if a model of the job is gone; Laravel deletes some of these jobs
     */
    public function unpack(string $command): mixed
    {
        try {
            return $this->packer->unpack((string) base64_decode(substr($command, strlen(self::MARK)), true));
        } catch (Miss $e) {
            throw $e->getPrevious() instanceof ModelNotFoundException ? $e->getPrevious() : $e;
        }
    }
}
