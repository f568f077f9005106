<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use Closure;

/** An implementation under test, as two functions; both may throw and warn, and are observed doing so. */
final readonly class Codec
{
    /**
     * @param Closure(mixed): string $encode
     * @param Closure(string, array<string, mixed>): mixed $decode
     * @param Closure(string): mixed $nested like $decode, but throws Refused for any refusal; for use by hooks
     * @param (Closure(string): bool)|null $recognizes
     * @param bool $isNative whether it is made of serialize(), which obeys serialize_precision
     */
    public function __construct(
        public string $name,
        public Closure $encode,
        public Closure $decode,
        public Closure $nested,
        public ?Closure $recognizes = null,
        public bool $isNative = false,
    ) {}
}
