<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Wire\Definition as Kind;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;

/**
 * Reads rows: blocks of columns, and the row-wise cells behind them (spec section 5.4).
 *
 * @internal
 */
abstract class Rows extends Bulk
{
    protected ?StreamSink $stream = null;
    /** Number of slots so far, counted as serialize() counts them for back references. */
    protected int $slot = 0;

    /**
     * Reads the next $n values.
     *
     * @param bool $keyed whether a key stands before each value
     *
     * @return ($keyed is true ? array<mixed> : list<mixed>)
     */
    abstract protected function values(int $n, int $pending, bool $keyed = false): array;

    /** Reads the next value and passes it to the stream. */
    abstract protected function next(StreamSink $stream, int $pending): void;

    /** Reads a list or map that is written as rows. */
    protected function rows(int $token, bool $keyed, int $pending): mixed
    {
        $rows = $this->rowsHead($token, $keyed, $pending);
        $this->depth += 2;
        $this->stream?->beginRows($rows, $this->at);
        $all = [];
        for ($left = $rows->count; $left > 0;) {
            $count = min($left, $rows->block);
            $left -= $count;
            $this->tell === null || $this->tell('block', $this->at, $count);
            $keys = $keyed ? $this->rowKeys($count, $all) : [];
            [$columns, $rowWise] = $this->columns($rows, $count, $pending + $rows->need($left));
            if ($this->stream !== null) {
                $this->streamedRows($this->stream, $rows, $keyed ? $keys : range($rows->count - $left - $count, $rows->count - $left - 1), $columns, count($rowWise), $pending + $rows->need($left));
                $all += array_fill_keys($keys, true);
                continue;
            }
            if ($rowWise === []) {
                $this->slot += $count * (1 + $rows->shape->count);
            } else {
                $this->rowWise($columns, $rowWise, $count, $rows->shape->count, $pending + $rows->need($left));
            }
            $block = count($columns) === 1 ? array_map(static fn(mixed $cell): array => [$cell], $columns[0]) : array_map(null, ...$columns);
            foreach ($block as $i => $cells) {
                $row = array_combine($rows->shape->keys, $cells);
                if ($keyed) {
                    $all[$keys[$i]] = $row;
                } else {
                    $all[] = $row;
                }
            }
        }
        $this->depth -= 2;
        if ($this->stream !== null) {
            return $this->stream->end($this->at, $rows->count);
        }
        return $all;
    }

    /**
     * Reads the row-wise cells of a block and adds them to its columns.
     *
     * @param array<int, list<mixed>> $columns columns by number
     * @param list<int> $rowWise numbers of the row-wise columns
     * @param int $count number of rows
     * @param int $width number of columns
     */
    private function rowWise(array &$columns, array $rowWise, int $count, int $width, int $pending): void
    {
        foreach ($rowWise as $column) {
            $columns[$column] = [];
        }
        ksort($columns);
        $left = $count * count($rowWise);
        for ($i = 0; $i < $count; $i++) {
            $next = -1;
            foreach ($rowWise as $column) {
                $this->slot += $column - $next;
                $columns[$column][] = $this->values(1, $pending + --$left)[0];
                $next = $column + 1;
            }
            $this->slot += $width - $next;
        }
    }

    /**
     * Passes the rows of a block to a stream. The row-wise cells are read here, the others come from the columns.
     *
     * @param list<int|string> $keys keys of the rows
     * @param array<int, list<mixed>> $columns columns by number, without the row-wise ones
     * @param int $rowWise number of row-wise columns
     */
    private function streamedRows(StreamSink $stream, RowsHead $rows, array $keys, array $columns, int $rowWise, int $pending): void
    {
        $left = count($keys) * $rowWise;
        foreach ($keys as $row => $key) {
            $this->slot++;
            $stream->beginRow($this->at, $key, $rows->shape->count);
            foreach ($rows->shape->keys as $column => $name) {
                $stream->column($this->at, $name);
                if (isset($columns[$column])) {
                    $this->slot++;
                    $stream->cell($columns[$column][$row]);
                } else {
                    $this->next($stream, $pending + --$left);
                }
            }
            $stream->endRow($this->at, $rows->shape->count);
        }
    }

    /** Reads the count and the definition of rows, and admits them. */
    private function rowsHead(int $token, bool $keyed, int $pending): RowsHead
    {
        $this->at++;
        $count = $this->countOf($token);
        $shape = $this->definitions[$this->varlen($token)] ?? null;
        if ($shape === null || $shape->kind !== Kind::MAP_SHAPE || $shape->count > Limit::ROW_KEYS) {
            throw $this->fail(ErrorCode::DefinitionId, $token);
        }
        $rows = new RowsHead($token, $count, $shape, $keyed);
        $this->admit($token, $rows->need($count), $count, $pending, 2, $rows->cells());
        return $rows;
    }

    /**
     * Reads the keys of the rows of a block.
     *
     * @param array<mixed> $known array with the keys of earlier blocks, which must not occur again
     *
     * @return list<int|string>
     */
    private function rowKeys(int $count, array $known): array
    {
        $keys = [];
        $seen = [];
        for ($i = 0; $i < $count; $i++) {
            $token = $this->at;
            $key = $this->key(null);
            if (isset($seen[$key]) || isset($known[$key])) {
                throw $this->fail(ErrorCode::DuplicateKey, $token);
            }
            $this->tell === null || $this->tell('row key', $token, $key);
            $seen[$key] = true;
            $keys[] = $key;
        }
        return $keys;
    }

    /**
     * Reads the columns of a block, checks the claim of its row-wise cells, and draws its credit.
     *
     * @return array{array<int, list<int|float|string|bool|null>>, list<int>} columns by number, without the row-wise ones; numbers of the row-wise ones
     */
    private function columns(RowsHead $rows, int $count, int $pending): array
    {
        $columns = [];
        $rowWise = [];
        for ($i = 0; $i < $rows->shape->count; $i++) {
            $this->tell === null || $this->tell('column', $this->at, $rows->shape->keys[$i]);
            $cells = $this->vector($count, null);
            if ($cells === null) {
                $rowWise[] = $i;
            } else {
                $columns[$i] = $cells;
            }
        }
        $claimed = count($rowWise) * $count;
        if ($claimed + $pending > $this->end - $this->at) {
            throw $this->ended($rows->token);
        }
        $this->draw($count * $rows->credit, $this->at + $claimed, $rows->token);
        return [$columns, $rowWise];
    }
}
