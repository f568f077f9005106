<?php

declare(strict_types=1);

namespace Lyo\Samples\Code;

final class ParameterInfo
{
    public function __construct(
        private readonly string $name,
        private readonly ?TypeInfo $type,
        private readonly bool $optional,
        private readonly mixed $default,
    ) {}

    public function __toString(): string
    {
        return trim($this->type . ' $' . $this->name) . ($this->optional ? ' = ' . json_encode($this->default) : '');
    }
}
