<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

/** The figures of one value with one codec. A figure that could not be measured is null. */
final readonly class Cost
{
    public const BYTES = 'bytes';
    public const ENCODE = 'encode';
    public const DECODE = 'decode';
    public const MEMORY = 'memory';

    /**
     * @param int|null $memory bytes of memory that the decoded value takes
     * @param array<string, Packed> $packed the compressed bytes, by compressor
     */
    public function __construct(
        public int $bytes,
        public ?Time $encode,
        public ?Time $decode,
        public ?int $memory,
        public array $packed,
    ) {}

    /** Returns a figure in bytes or nanoseconds. For the name of a compressor this is the compressed size. */
    public function of(string $figure): ?float
    {
        return match ($figure) {
            self::BYTES => (float) $this->bytes,
            self::ENCODE => $this->encode?->median,
            self::DECODE => $this->decode?->median,
            self::MEMORY => $this->memory === null ? null : (float) $this->memory,
            default => isset($this->packed[$figure]) ? (float) $this->packed[$figure]->bytes : null,
        };
    }

    /** Returns the spread of a time in nanoseconds; 0 for sizes. */
    public function spread(string $figure): float
    {
        return match ($figure) {
            self::ENCODE => $this->encode->spread ?? 0.0,
            self::DECODE => $this->decode->spread ?? 0.0,
            default => 0.0,
        };
    }
}
