<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Redis;

use Lyo\Bridge\Packer;
use Redis;

use function count;

/** For phpredis, whatever its options for serializer and compression are: the bytes pass them by. */
final class PhpRedisValues extends Values
{
    public function __construct(private readonly Redis $client, Packer $packer = new Packer(), bool $plain = false)
    {
        parent::__construct($packer, $plain);
    }

    protected function command(string $name, array $arguments): mixed
    {
        // rawCommand() knows no prefix
        $last = match ($name) {
            'MGET' => count($arguments),
            default => 1,
        };
        foreach ($arguments as $i => $argument) {
            if ($name === 'MSET' ? $i % 2 === 0 : $i < $last) {
                $arguments[$i] = $this->client->_prefix((string) $argument);
            }
        }
        return $this->client->rawCommand($name, ...$arguments);
    }
}
