<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Wire\Definition as Kind;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;

/**
 * Reads rows, which are blocks of columns (spec section 5.4).
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

    /** Reads a list that is written as rows. */
    protected function rows(int $token, int $pending): mixed
    {
        $rows = $this->rowsHead($token, $pending);
        $this->depth += 2;
        $this->stream?->beginRows($rows, $this->at);
        $all = [];
        for ($left = $rows->count; $left > 0;) {
            $count = min($left, $rows->block);
            $this->tell === null || $this->tell('block', $this->at, $count);
            $columns = $this->columns($rows, $count);
            $this->slot += $count * (1 + $rows->shape->count);
            if ($this->stream !== null) {
                $this->streamedRows($this->stream, $rows, $rows->count - $left, $count, $columns);
            } else {
                $block = count($columns) === 1 ? array_map(static fn(mixed $cell): array => [$cell], $columns[0]) : array_map(null, ...$columns);
                foreach ($block as $cells) {
                    $all[] = array_combine($rows->shape->keys, $cells);
                }
            }
            $left -= $count;
        }
        $this->depth -= 2;
        if ($this->stream !== null) {
            return $this->stream->end($this->at, $rows->count);
        }
        return $all;
    }

    /**
     * Passes the rows of a block to a stream.
     *
     * @param int $first number of the first row
     * @param list<list<int|float|string|bool|null>> $columns
     */
    private function streamedRows(StreamSink $stream, RowsHead $rows, int $first, int $count, array $columns): void
    {
        for ($row = 0; $row < $count; $row++) {
            $stream->beginRow($this->at, $first + $row, $rows->shape->count);
            foreach ($rows->shape->keys as $column => $name) {
                $stream->column($this->at, $name);
                $stream->cell($columns[$column][$row]);
            }
            $stream->endRow($this->at, $rows->shape->count);
        }
    }

    /** Reads the count and the definition of rows, and admits them. */
    private function rowsHead(int $token, int $pending): RowsHead
    {
        $this->at++;
        $count = $this->countOf($token);
        $shape = $this->definitions[$this->varlen($token)] ?? null;
        if ($shape === null || $shape->kind !== Kind::MAP_SHAPE || $shape->count > Limit::ROW_KEYS) {
            throw $this->fail(ErrorCode::DefinitionId, $token);
        }
        $rows = new RowsHead($token, $count, $shape);
        $this->admit($token, $rows->need(), $count, $pending, 2, $rows->cells());
        return $rows;
    }

    /**
     * Reads the columns of a block, and draws its credit.
     *
     * @return list<list<int|float|string|bool|null>>
     */
    private function columns(RowsHead $rows, int $count): array
    {
        $columns = [];
        foreach ($rows->shape->keys as $key) {
            $this->tell === null || $this->tell('column', $this->at, $key);
            $columns[] = $this->vector($count, null);
        }
        $this->draw($count * $rows->credit, $this->at, $rows->token);
        return $columns;
    }
}
