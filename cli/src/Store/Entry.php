<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use function hrtime;
use function round;

/** The data that a store has under a key, at the time they were read. */
final readonly class Entry
{
    /** Time at which the entry was read, in milliseconds of the monotonic clock. */
    private float $read;

    /**
     * @param string $data the stored bytes, with everything that is around the value
     * @param int|null $milliseconds time to live when the entry was read; null if it never expires, or if the store does not tell
     * @param mixed $token what the store needs to find and write the entry again; its type depends on the store
     */
    public function __construct(
        public string $key,
        public string $data,
        public ?int $milliseconds = null,
        public Text $text = Text::Bytes,
        public Origin $origin = Origin::Application,
        public mixed $token = null,
    ) {
        $this->read = hrtime(true) / 1e6;
    }

    /**
     * Returns the milliseconds until the entry expires, counted from now, or null if it never expires. They can be negative. Many entries are
     * read at once and written one after the other, so the time since they were read must be subtracted.
     */
    public function left(): ?int
    {
        return $this->milliseconds === null ? null : (int) round($this->milliseconds - (hrtime(true) / 1e6 - $this->read));
    }
}
