<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stream;

/**
 * A sink that counts slots. Subclasses override the methods for the tokens that they need.
 *
 * @internal
 */
abstract class Slots implements Sink
{
    /** Number of the last slot. */
    protected int $slot = 0;

    public function null(): void
    {
        $this->slot++;
    }

    public function bool(bool $value): void
    {
        $this->slot++;
    }

    public function int(int $value): void
    {
        $this->slot++;
    }

    public function float(float $value): void
    {
        $this->slot++;
    }

    public function string(string $value): void
    {
        $this->slot++;
    }

    public function beginArray(int $count): void
    {
        $this->slot++;
    }

    public function beginObject(string $class, int $count): void
    {
        $this->slot++;
    }

    public function key(int|string $key): void {}

    public function end(int $count): void {}

    public function custom(string $class, string $payload, int $slots): void
    {
        $this->slot += 1 + $slots;
    }

    public function enumCase(string $class, string $case): void
    {
        $this->slot++;
    }

    public function sameObject(int $slot): void
    {
        $this->slot++;
    }

    public function sameSlot(int $slot): void {}
}
