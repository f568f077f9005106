<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

/**
 * A value in memory, as part of a tree.
 *
 * @internal
 */
final class Node
{
    /** @var list<array{int|string, Node}> keys and values of an array or object */
    public array $entries = [];
    /** Ordinal of the object; for the kind SameObject that of the earlier object. */
    public ?int $ordinal = null;
    /** Index of the PHP reference that begins at this node; for the kind SameSlot that of the reference which is used again. */
    public ?int $reference = null;

    /**
     * @param int|float|string|bool|null $value the scalar; the payload for the kind Custom; the name of the case for EnumCase
     * @param string $class class of an object or enum case
     */
    public function __construct(
        public readonly Kind $kind,
        public readonly int|float|string|bool|null $value = null,
        public readonly string $class = '',
    ) {}

    /** Tells whether the keys are 0, 1, … in order. */
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
