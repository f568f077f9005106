<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Native;

use function strlen;
use function substr_compare;

/**
 * Compares what Writer would write with a text, piece by piece. So there is no need to keep a second text in memory.
 *
 * @internal
 */
final class SameText extends Writer
{
    /** Size of a piece, in bytes, from which on it is compared. */
    private const PIECE = 4096;

    /** Number of bytes that were compared so far. */
    private int $at = 0;
    private bool $same = true;

    public function __construct(private readonly string $expected)
    {
        parent::__construct();
    }

    /** Tells whether the tokens so far make exactly this text. */
    public function isWhole(): bool
    {
        $this->compare();
        return $this->same && $this->at === strlen($this->expected);
    }

    private function compare(): void
    {
        $size = strlen($this->text);
        $this->same = $this->same && ($size === 0 || substr_compare($this->expected, $this->text, $this->at, $size) === 0);
        $this->at += $size;
        $this->text = '';
    }

    public function key(int|string $key): void
    {
        parent::key($key);
        if (strlen($this->text) >= self::PIECE) {
            $this->compare();
        }
    }

    /** A count that turns out to be wrong has been compared already, so the texts differ. */
    public function end(int $count): void
    {
        parent::end($count);
        $this->same = $this->same && $this->corrections === [];
    }
}
