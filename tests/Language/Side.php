<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Language;

use Closure;
use Lyo\Exception\LyoException;
use Lyo\Functions\Lyo;

/** One of the four that are compared: what it writes and reads, and how it says that it refuses. */
final readonly class Side
{
    /**
     * @param Closure(mixed): ?string $encode
     * @param Closure(string): mixed $decode
     * @param list<mixed> $refusals what a decode returns that has refused
     */
    private function __construct(public string $name, public Closure $encode, public Closure $decode, public array $refusals) {}

    /** @return non-empty-list<self> the native one first */
    public static function all(): array
    {
        return [
            new self('serialize()', serialize(...), unserialize(...), [false]),
            new self('lyo.so', lyo_serialize(...), lyo_unserialize(...), []),
            new self('igbinary.so', igbinary_serialize(...), igbinary_unserialize(...), [null, false]),
            new self('library', Lyo::serialize(...), Lyo::unserialize(...), []),
        ];
    }

    public static function isRefusal(\Throwable $thrown): bool
    {
        return $thrown instanceof LyoException;
    }
}
