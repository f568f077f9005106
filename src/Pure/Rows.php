<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Wire\Definition as Kind;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;

/**
 * Rows: blocks of columns, and cells that stand in the rows (spec section 5.4).
 *
 * @internal
 */
abstract class Rows extends Bulk
{
    protected ?StreamSink $stream = null;
    /** Slots so far, numbered as in serialize() text. */
    protected int $slot = 0;

    /**
     * The next n values; with $keyed each behind its key.
     *
     * @return ($keyed is true ? array<mixed> : list<mixed>)
     */
    abstract protected function values(int $n, int $pending, bool $keyed = false): array;

    /** The next value of a stream. */
    abstract protected function next(StreamSink $stream, int $pending): void;

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
     * Reads the cells that stand in the rows of a block, row by row, and puts them among its columns.
     *
     * @param array<int, list<mixed>> $columns
     * @param list<int> $rowWise numbers of the columns that stand in the rows
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
     * The rows of a block: cells of columns, and between them those that stand here.
     *
     * @param list<int|string> $keys
     * @param array<int, list<mixed>> $columns
     * @param int $rowWise columns of which the cells stand here
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

    /** Reads what rows say before their blocks, and admits them. */
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
     * The keys of a block of keyed rows.
     *
     * @param array<mixed> $known what has keys of earlier blocks
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
     * The columns of a block; its row-wise cells are claimed, and its credit is drawn.
     *
     * @return array{array<int, list<int|float|string|bool|null>>, list<int>} columns by number, numbers of those that stand in the rows
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
