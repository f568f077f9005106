<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fibers;

/** A state of PHP's serializer. */
final class Context
{
    /**
     * @param int $locks while there are any, each serialize() numbers its values on its own
     * @param int $open calls that others would join otherwise
     * @param bool $policy it is that of unserialize() of a Serializable class, in a call of ours that has a class policy
     */
    public function __construct(public int $locks, public int $open, public bool $policy = false) {}

    /** True if serialize() must give what it gives alone. */
    public function isClear(): bool
    {
        return $this->locks > 0 || $this->open === 0;
    }
}
