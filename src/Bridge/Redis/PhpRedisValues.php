<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Redis;

use Lyo\Bridge\Packer;
use Redis;

/** PHP values in Redis through phpredis. The options of the client for serializer and compression have no effect here. */
final class PhpRedisValues extends Values
{
    public function __construct(private readonly Redis $client, Packer $packer = new Packer(), bool $plain = false)
    {
        parent::__construct($packer, $plain);
    }

    protected function command(string $name, array $arguments): mixed
    {
        foreach ($arguments as $i => $argument) {
            $isKey = match ($name) {
                'MGET' => true,
                'MSET' => $i % 2 === 0,
                default => $i === 0,
            };
            if ($isKey) {
                $arguments[$i] = $this->client->_prefix((string) $argument); // rawCommand() does not add the prefix
            }
        }
        return $this->client->rawCommand($name, ...$arguments);
    }
}
