<?php

declare(strict_types=1);

namespace Lyo\Samples\Code;

/** A type; one object for all the places that use it. */
final class TypeInfo
{
    public function __construct(
        private readonly string $name,
        private readonly bool $nullable,
    ) {}

    public function __toString(): string
    {
        return ($this->nullable ? '?' : '') . $this->name;
    }
}
