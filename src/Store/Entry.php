<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Store;

/** What a store holds under a key. */
final readonly class Entry
{
    /**
     * @param string $data the stored bytes, with all that is around a value
     * @param int|null $milliseconds until it expires; null if it does not, or if the store does not tell
     * @param mixed $token by which the store knows the entry again
     */
    public function __construct(
        public string $key,
        public string $data,
        public ?int $milliseconds = null,
        public Text $text = Text::Bytes,
        public Origin $origin = Origin::Application,
        public mixed $token = null,
    ) {}
}
