<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use function is_string;

/**
 * serialize() text of a part of a value.
 *
 * @internal
 */
final class TextPiece
{
    /** @param list<self|string> $before what stands before $text: texts that are long are joined once, at the end */
    public function __construct(public readonly string $text, public readonly array $before = []) {}

    /** Appends the whole. */
    public function join(string &$whole): void
    {
        foreach ($this->before as $piece) {
            if (is_string($piece)) {
                $whole .= $piece;
            } else {
                $piece->join($whole);
            }
        }
        $whole .= $this->text;
    }
}
