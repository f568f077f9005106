<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

/** A property that a drawn class declares. */
final readonly class Property
{
    public function __construct(
        public string $name,
        public string $visibility,
        public ?string $type,
        public bool $readonly,
        public ?string $default,
        public string $class,
    ) {}

    public function code(): string
    {
        return $this->visibility . ($this->readonly ? ' readonly' : '') . ($this->type === null ? '' : ' ' . $this->type)
            . ' $' . $this->name . ($this->default === null ? '' : ' = ' . $this->default) . ';';
    }

    /** The key that (array) gives it, as PHP code. */
    public function mangled(): string
    {
        return match ($this->visibility) {
            'private' => '"\0' . addslashes($this->class) . '\0' . $this->name . '"',
            'protected' => '"\0*\0' . $this->name . '"',
            default => "'" . $this->name . "'",
        };
    }
}
