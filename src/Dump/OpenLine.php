<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Dump;

/**
 * The line of an array or object that has not ended.
 *
 * @internal
 */
final class OpenLine
{
    /** Key that comes next if it is a list. */
    public int $next = 0;

    public function __construct(
        /** Number of the line. */
        public readonly int $line,
        /** Offset of its first byte. */
        public readonly int $from,
        /** It has bytes of its own. */
        public readonly bool $hasBytes,
        /** Its key. */
        public readonly string $label,
        /** Marks and the class. */
        public readonly string $name,
        public readonly bool $isObject,
        /** Entries; as many as are claimed, as long as it has not ended. */
        public int $count,
        /** null: not known yet. */
        public ?bool $isList,
    ) {}

    /** What is behind the key. */
    public function text(?bool $isList): string
    {
        if ($this->isObject) {
            return "$this->name of $this->count";
        }
        return $this->name . ($this->count === 0 ? '[]' : match ($isList) {
            true => 'list of ',
            false => 'map of ',
            null => 'array of ',
        } . $this->count);
    }
}
