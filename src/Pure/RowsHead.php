<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Wire\Limit;

use function intdiv;
use function max;
use function min;

/**
 * What rows say before their blocks (spec section 5.4).
 *
 * @internal
 */
final class RowsHead
{
    /** Rows of a full block. */
    public readonly int $block;
    /** Cells of credit that a row draws. */
    public readonly int $credit;

    public function __construct(public readonly int $token, public readonly int $count, public readonly Definition $shape, public readonly bool $keyed)
    {
        $table = self::table($shape->count);
        $this->block = self::blockOf($table);
        $this->credit = 2 * $table;
    }

    /** Slots of a hash table for so many columns. */
    public static function table(int $columns): int
    {
        $table = Limit::ROW_SLOTS;
        while ($table < $columns) {
            $table *= 2;
        }
        return $table;
    }

    public static function blockOf(int $table): int
    {
        return min(Limit::BLOCK_ROWS, max(1, intdiv(Limit::BLOCK_BYTES, Limit::ROW_BYTES + Limit::SLOT_BYTES * $table)));
    }

    /** Bytes that so many rows need at least, but for their row-wise cells. */
    public function need(int $rows): int
    {
        if ($rows >= 1 << 56) {
            return PHP_INT_MAX >> 1;
        }
        return intdiv($rows + $this->block - 1, $this->block) * $this->shape->count + ($this->keyed ? $rows : 0);
    }

    public function cells(): int
    {
        // no array has more rows
        return min($this->count, Limit::COUNT) * $this->shape->count;
    }
}
