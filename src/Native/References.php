<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use Lyo\Stream\Slots;

use function str_contains;

/**
 * Counts slots, and notes which of them are named again.
 *
 * @internal
 */
final class References extends Slots
{
    /** @var array<int, true> slots that sameSlot() names: the members of PHP references that come first */
    private array $shared = [];
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

    /** @return array<int, true> slots that are named as PHP references */
    public function named(): array
    {
        return $this->shared;
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

    public function sameObject(int $slot): void
    {
        parent::sameObject($slot);
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
