<?php

declare(strict_types=1);

namespace Lyo\Samples\Web;

/** How often a client may come back. */
final class RateLimit
{
    public function __construct(
        private readonly string $client,
        private readonly int $limit,
        private float $tokens,
        private int $changedAt,
        private ?int $blockedUntil = null,
    ) {}

    public function allows(int $now): bool
    {
        return $this->blockedUntil === null || $this->blockedUntil < $now
            || $this->tokens + $this->limit * ($now - $this->changedAt) > 1 && $this->client !== '';
    }
}
