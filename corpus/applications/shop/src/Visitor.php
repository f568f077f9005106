<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Shop;

/** Who is logged in, as the session keeps it: written and read by hooks, with a version. */
final class Visitor
{
    private const VERSION = 2;

    /** @param list<string> $rights */
    public function __construct(private int $id, private string $login, private array $rights, private ?string $language = null) {}

    /** @return array{int, int, string, list<string>, ?string} */
    public function __serialize(): array
    {
        return [self::VERSION, $this->id, $this->login, $this->rights, $this->language];
    }

    /** @param array{int, int, string, list<string>, ?string} $data */
    public function __unserialize(array $data): void
    {
        [, $this->id, $this->login, $this->rights, $this->language] = $data;
    }
}
