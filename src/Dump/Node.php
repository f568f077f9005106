<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Dump;

/** A value to be printed. */
final class Node
{
    /** @var list<array{int|string, Node}> keys and values of an array or object */
    public array $entries = [];
    /** Ordinal of an object; of another one, for the kind Same. */
    public ?int $ordinal = null;
    /** Index of the PHP reference whose first slot this is; or that this is a use of, for the kind SameSlot. */
    public ?int $reference = null;

    public function __construct(
        public readonly Kind $kind,
        public readonly int|float|string|bool|null $value = null,
        public readonly string $class = '',
    ) {}

    /** The keys are 0, 1, … in order. */
    public function isList(): bool
    {
        foreach ($this->entries as $i => [$key]) {
            if ($key !== $i) {
                return false;
            }
        }
        return true;
    }
}
