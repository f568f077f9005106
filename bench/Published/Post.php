<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use UnexpectedValueException;

/** A post of a blog. */
class Post
{
    public function __construct(protected string $title, protected string $author, protected int $created, protected string $body) {}

    /** @return array{title: string, author: string, created: int, body: string} */
    public function toArray(): array
    {
        return ['title' => $this->title, 'author' => $this->author, 'created' => $this->created, 'body' => $this->body];
    }

    /** @param array<mixed> $data of toArray() */
    public static function fromArray(array $data): self
    {
        ['title' => $title, 'author' => $author, 'created' => $created, 'body' => $body] = $data;

        return is_string($title) && is_string($author) && is_int($created) && is_string($body) ? new self($title, $author, $created, $body) : throw new UnexpectedValueException('these are no data of a post');
    }

    /** @param list<self> $posts */
    public static function toJson(array $posts): string
    {
        return json_encode(array_map(static fn(self $post): array => $post->toArray(), $posts), JSON_THROW_ON_ERROR);
    }

    /** @return list<self> */
    public static function fromJson(string $json): array
    {
        $posts = [];
        foreach ((array) json_decode($json, true, 8, JSON_THROW_ON_ERROR) as $post) {
            $posts[] = self::fromArray((array) $post);
        }

        return $posts;
    }
}
