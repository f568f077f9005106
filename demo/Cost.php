<?php

declare(strict_types=1);

namespace Lyo\Demo;

/** What a value costs with one codec. */
final readonly class Cost
{
    public const METRICS = ['bytes', 'encode', 'decode', 'memory'];

    public function __construct(
        public int $bytes,
        public float $encode, // nanoseconds
        public float $decode, // nanoseconds, with freeing the value
        public int $memory, // bytes that the decoded value takes
    ) {}

    public function of(string $metric): float
    {
        return match ($metric) {
            'bytes' => (float) $this->bytes,
            'encode' => $this->encode,
            'decode' => $this->decode,
            default => (float) $this->memory,
        };
    }
}
