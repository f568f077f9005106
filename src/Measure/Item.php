<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Measure;

use Closure;

/** A value in a source, before it is read. */
final readonly class Item
{
    /**
     * @param int|null $bytes its size, if the source tells it without reading
     * @param Closure(): ?string $read null if it is gone
     */
    public function __construct(
        public string $name,
        public ?int $bytes,
        public Closure $read,
    ) {}
}
