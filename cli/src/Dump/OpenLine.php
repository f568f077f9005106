<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

/**
 * The line of an array or object that has not ended.
 *
 * @internal
 */
final class OpenLine
{
    /** The next key, if this is a list. */
    public int $next = 0;

    public function __construct(
        /** Number of the line, from 0. */
        public readonly int $line,
        /** Offset of the first byte. */
        public readonly int $from,
        /** Whether its first token has bytes of its own. */
        public readonly bool $hasBytes,
        /** Key, as it is printed. */
        public readonly string $label,
        /** Marks for sharing, and the class. */
        public readonly string $name,
        public readonly bool $isObject,
        /** Number of entries: the claimed one, until the end is read. */
        public int $count,
        /** Null if it is not known yet. */
        public ?bool $isList,
    ) {}

    /** Returns the text that is printed after the key. */
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
