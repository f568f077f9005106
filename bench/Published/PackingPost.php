<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** A post that packs its body itself when it is serialized, as the article of 2013 did. Serializing it leaves the object itself with a packed body. */
final class PackingPost extends Post
{
    /** @return list<string> */
    public function __sleep(): array
    {
        $this->body = (string) gzdeflate($this->body);

        return ['title', 'author', 'created', 'body'];
    }

    public function __wakeup(): void
    {
        $this->body = (string) gzinflate($this->body);
    }

    /**
     * Packing changes the objects, so copies are serialized.
     *
     * @param list<self> $posts
     * @param callable-string $encode
     */
    public static function encode(array $posts, string $encode): string
    {
        $bytes = $encode(array_map(static fn(self $post): self => clone $post, $posts));

        return is_string($bytes) ? $bytes : '';
    }
}
