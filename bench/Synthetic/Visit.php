<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Synthetic;

/** Properties of every visibility, none typed. */
final class Visit
{
    /** @var string */
    public $path;

    /** @var int */
    protected $count;

    /** @var string */
    private $agent;

    /** @var ?string */
    public $note = null;

    public function __construct(string $path, int $count, string $agent)
    {
        $this->path = $path;
        $this->count = $count;
        $this->agent = $agent;
    }

    public function describe(): string
    {
        return "$this->path $this->count $this->agent";
    }
}
