<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge;

/**
 * A framework's cache on a real store, with our bridge and without. Each call is like a separate request: nothing
 * may be answered from the memory of an earlier one.
 */
interface Subject
{
    /** The plain framework, without our bridge. */
    public const PLAIN = 'plain';
    /** The format that our bridge writes. "+zlib": values of 100 bytes or more are compressed. */
    public const WRITERS = ['native', 'igbinary', 'lyo', 'lyo+zlib'];

    public function name(): string;

    /** Whether it was stored, by the bridge as a member of WRITERS or by PLAIN. */
    public function store(string $writer, string $key, mixed $value): bool;

    /**
     * @param string $reader as above: what the bridge would write must not matter for what it reads
     *
     * @return array{}|array{mixed} the value; empty for a miss
     */
    public function fetch(string $reader, string $key): array;

    /** The stored bytes of the value. */
    public function bytes(string $key): string;

    /** Puts other bytes in their place. */
    public function replace(string $key, string $bytes): void;
}
