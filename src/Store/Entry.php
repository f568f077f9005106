<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Store;

use function hrtime;
use function round;

/** What a store holds under a key. */
final readonly class Entry
{
    /** When it was read, in milliseconds of a clock that nobody sets. */
    private float $read;

    /**
     * @param string $data the stored bytes, with all that is around a value
     * @param int|null $milliseconds until it expires, when it was read; null if it does not, or if the store does not tell
     * @param mixed $token by which the store knows the entry again
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

    /** Milliseconds until it expires, as of now: entries are read many at a time, and written one after the other. */
    public function left(): ?int
    {
        return $this->milliseconds === null ? null : (int) round($this->milliseconds - (hrtime(true) / 1e6 - $this->read));
    }
}
