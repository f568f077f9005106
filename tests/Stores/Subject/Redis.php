<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Stores\Subject;

use Lyo\Tests\Stores\Subject;
use Predis\Client;

/** A Redis, Valkey or Redis Cluster through Predis. */
final class Redis implements Subject
{
    private readonly Client $client;

    /** @param list<string> $nodes host:port; more than one for a cluster */
    public function __construct(private readonly string $source, array $nodes)
    {
        $this->client = count($nodes) === 1 ? new Client("tcp://$nodes[0]") : new Client(array_map(static fn(string $node): string => "tcp://$node", $nodes), ['cluster' => 'redis']);
    }

    public function source(): array
    {
        return [$this->source];
    }

    public function clear(): void
    {
        foreach ($this->client->getConnection() instanceof \Predis\Connection\Cluster\ClusterInterface ? iterator_to_array($this->client) : [$this->client] as $node) {
            $node->executeRaw(['FLUSHALL']);
        }
    }

    public function put(string $key, string $data, ?int $seconds = null): void
    {
        $seconds === null ? $this->client->set($key, $data) : $this->client->setex($key, $seconds, $data);
    }

    public function raw(string $key): ?string
    {
        $data = $this->client->get($key);

        return is_string($data) ? $data : null;
    }

    public function life(string $key): ?float
    {
        $left = $this->client->pttl($key);

        return $left < 0 ? null : $left / 1000;
    }

    public function rest(string $key): string
    {
        return '';
    }

    public function takesBytes(): bool
    {
        return true;
    }

    public function increment(string $key): void
    {
        $this->client->incr($key);
    }
}
