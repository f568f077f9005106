<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use Lyo\Stream\Sink;

use function str_contains;

/**
 * Counts slots, and notes which of them are named again.
 *
 * @internal
 */
final class References implements Sink
{
    /** @var array<int, true> slots that sameSlot() names: the members of PHP references that come first */
    private array $shared = [];
    private int $slot;
    private bool $refers = false;
    private bool $outside = false;

    /** @param int $outer slots before the first */
    public function __construct(private readonly int $outer = 0)
    {
        $this->slot = $outer;
    }

    /**
     * Slots of that text that are met again as PHP references.
     *
     * @return array<int, true>
     */
    public static function shared(string $text): array
    {
        if (!str_contains($text, 'R:')) {
            return [];
        }
        $references = new self();
        Reader::read($text, $references);
        return $references->shared;
    }

    public function slots(): int
    {
        return $this->slot - $this->outer;
    }

    public function refers(): bool
    {
        return $this->refers;
    }

    /** Something names a slot before the first. */
    public function outside(): bool
    {
        return $this->outside;
    }

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
        $this->slot++;
        $this->slot += $slots;
    }

    public function enumCase(string $class, string $case): void
    {
        $this->slot++;
    }

    public function sameObject(int $slot): void
    {
        $this->slot++;
        $this->refer($slot);
    }

    public function sameSlot(int $slot): void
    {
        $this->shared[$slot] = true;
        $this->refer($slot);
    }

    private function refer(int $slot): void
    {
        $this->refers = true;
        $this->outside = $this->outside || $slot <= $this->outer;
    }
}
