<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Synthetic;

/** An object that names what is stored, and is woken. */
final class Draft
{
    public string $title = '';

    public int $version = 0;

    public ?string $cache = null;

    public function __construct(string $title, int $version)
    {
        $this->title = $title;
        $this->version = $version;
        $this->cache = "$title, version $version";
    }

    /** @return list<string> */
    public function __sleep(): array
    {
        return ['title', 'version'];
    }

    public function __wakeup(): void
    {
        $this->cache = null;
    }
}
