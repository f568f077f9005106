<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Without a namespace, and with a name of as many bytes as BlogPost.

use Lyo\Bench\Published\BlogFields;

/** A post that packs its body itself when it is serialized, as the article of 2013 suggests. Serializing it leaves the object itself with a packed body. */
final class PackPost
{
    use BlogFields;

    /** @return list<string> */
    public function __sleep(): array
    {
        $this->body = (string) gzdeflate($this->body, 9);

        return ['title', 'teaser', 'author', 'body'];
    }

    public function __wakeup(): void
    {
        $this->body = (string) gzinflate($this->body);
    }

    /**
     * Packing changes the object, so a copy is serialized.
     *
     * @param string $encode a function
     */
    public static function encode(self $post, string $encode): string
    {
        $bytes = is_callable($encode) ? $encode(clone $post) : null;

        return is_string($bytes) ? $bytes : '';
    }
}
