<?php

declare(strict_types=1);

namespace Lyo\Samples\Syntax;

/** The tokens between two brackets. */
final class Group extends Node
{
    /** @param list<Node> $children */
    public function __construct(
        int $line,
        private readonly Bracket $bracket,
        private readonly array $children,
    ) {
        parent::__construct($line);
    }

    public function isBlock(): bool
    {
        return $this->bracket === Bracket::Curly && $this->children !== [];
    }
}
