<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use Lyo\Stream\Slots;

use function str_contains;

/**
 * Counts the slots of a text and collects those that back references name.
 *
 * @internal
 */
final class References extends Slots
{
    /** @var array<int, true> slots that sameSlot() has named so far, which are the first slots of PHP references */
    public array $shared = [];
    /** Whether there is a back reference. */
    public bool $refers = false;
    /** Whether a back reference names a slot before the text. */
    public bool $outside = false;

    /** @param int $outer number of slots before the text, if it is a payload */
    public function __construct(private readonly int $outer = 0)
    {
        $this->slot = $outer;
    }

    /**
     * Returns the slots of a text that later slots of a PHP reference name.
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

    /** Returns the number of slots, without those before the text. */
    public function slots(): int
    {
        return $this->slot - $this->outer;
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
