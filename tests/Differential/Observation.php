<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

/** The observations of one codec that encoded and decoded the value of one trial. */
final class Observation
{
    public ?string $bytes = null;

    public ?string $encodeThrown = null;

    /** @var list<string> */
    public array $encodeEvents = [];

    public bool $decoded = false;

    public mixed $result = null;

    public ?string $decodeThrown = null;

    /** @var list<string> */
    public array $decodeEvents = [];

    public function __construct(
        public readonly Codec $codec,
        public readonly TestValue $trial,
    ) {}

    /** Whether decoding failed the native way: false, although false was not encoded. */
    public function refusedWithFalse(): bool
    {
        return $this->decoded && $this->result === false && $this->bytes !== 'b:0;';
    }

    public function refusedByLyo(): bool
    {
        return $this->decodeThrown !== null && str_starts_with($this->decodeThrown, 'Lyo\Exception\\');
    }
}
