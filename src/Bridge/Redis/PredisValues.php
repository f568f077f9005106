<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Redis;

use Lyo\Bridge\Packer;
use Predis\ClientInterface;

/** PHP values in Redis through Predis, which has no serializer. */
final class PredisValues extends Values
{
    public function __construct(private readonly ClientInterface $client, Packer $packer = new Packer(), bool $plain = false)
    {
        parent::__construct($packer, $plain);
    }

    protected function command(string $name, array $arguments): mixed
    {
        return $this->client->executeCommand($this->client->createCommand($name, $arguments));
    }
}
