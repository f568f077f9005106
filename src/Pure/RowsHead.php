<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Wire\Limit;

use function intdiv;
use function max;
use function min;

/**
 * What is known of rows before their blocks are read (spec section 5.4).
 *
 * @internal
 */
final class RowsHead
{
    /** Number of rows in a full block. */
    public readonly int $block;
    /** Number of cells that each row draws from the credit. */
    public readonly int $credit;

    /**
     * @param int $token offset of the tag
     * @param int $count number of rows
     * @param Definition $shape map shape of the rows
     */
    public function __construct(public readonly int $token, public readonly int $count, public readonly Definition $shape)
    {
        $table = self::table($shape->count);
        $this->block = self::blockOf($table);
        $this->credit = 2 * $table;
    }

    /** Returns the number of slots in the hash table of an array with $columns entries. */
    public static function table(int $columns): int
    {
        $table = Limit::ROW_SLOTS;
        while ($table < $columns) {
            $table *= 2;
        }
        return $table;
    }

    /** Returns the number of rows in a full block, for rows whose hash tables have $table slots. */
    public static function blockOf(int $table): int
    {
        return min(Limit::BLOCK_ROWS, max(1, intdiv(Limit::BLOCK_BYTES, Limit::ROW_BYTES + Limit::SLOT_BYTES * $table)));
    }

    /** Returns how many bytes the rows need at least: one for each column of a block. */
    public function need(): int
    {
        if ($this->count >= 1 << 56) {
            return PHP_INT_MAX >> 1;
        }
        return intdiv($this->count + $this->block - 1, $this->block) * $this->shape->count;
    }

    /** Returns the number of cells of all rows. */
    public function cells(): int
    {
        // a larger count is refused anyway; this avoids an overflow
        return min($this->count, Limit::COUNT) * $this->shape->count;
    }
}
