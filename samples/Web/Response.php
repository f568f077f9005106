<?php

declare(strict_types=1);

namespace Lyo\Samples\Web;

/** A page in a page cache. */
final class Response
{
    /** @param array<string, list<string>> $headers */
    public function __construct(
        private readonly int $status,
        private readonly array $headers,
        private readonly string $body,
        private readonly int $createdAt,
        private readonly bool $private = false,
    ) {}

    public function statusLine(): string
    {
        return "HTTP/1.1 $this->status ({$this->createdAt}, " . ($this->private ? 'private' : 'public') . ', '
            . count($this->headers) . ' headers, ' . strlen($this->body) . ' bytes)';
    }
}
