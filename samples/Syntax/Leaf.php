<?php

declare(strict_types=1);

namespace Lyo\Samples\Syntax;

/** One token. */
final class Leaf extends Node
{
    public function __construct(
        int $line,
        private readonly string $kind,
        private readonly string $text,
    ) {
        parent::__construct($line);
    }

    public function __toString(): string
    {
        return $this->kind . ' ' . $this->text;
    }
}
