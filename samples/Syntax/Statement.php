<?php

declare(strict_types=1);

namespace Lyo\Samples\Syntax;

/** A part of a program that ends with a semicolon or a block. */
final class Statement extends Node
{
    /** @param list<Node> $children */
    public function __construct(
        int $line,
        private readonly ?string $comment,
        private readonly array $children,
    ) {
        parent::__construct($line);
    }

    public function isDocumented(): bool
    {
        return $this->comment !== null && $this->children !== [];
    }
}
