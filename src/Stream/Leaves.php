<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stream;

/**
 * Implements the methods of a sink for leaves by one method. For sinks that treat leaves of all types alike.
 *
 * @internal
 */
trait Leaves
{
    /** Receives a leaf of any type. */
    abstract private function leaf(int|float|string|bool|null $value): void;

    public function null(): void
    {
        $this->leaf(null);
    }

    public function bool(bool $value): void
    {
        $this->leaf($value);
    }

    public function int(int $value): void
    {
        $this->leaf($value);
    }

    public function float(float $value): void
    {
        $this->leaf($value);
    }

    public function string(string $value): void
    {
        $this->leaf($value);
    }
}
