<?php

declare(strict_types=1);

namespace Lyo\Samples\Syntax;

/** A piece of a program. */
abstract class Node
{
    public function __construct(protected readonly int $line) {}
}
