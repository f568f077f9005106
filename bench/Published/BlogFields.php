<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** The fields of a post of a blog. */
trait BlogFields
{
    public function __construct(private string $title, private string $teaser, private string $author, private string $body) {}

    /** @return array{title: string, teaser: string, author: string, body: string} */
    public function toArray(): array
    {
        return ['title' => $this->title, 'teaser' => $this->teaser, 'author' => $this->author, 'body' => $this->body];
    }
}
