<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Stream\Located;
use Lyo\Stream\Sink;
use Lyo\Wire\Definition as Kind;

use function is_bool;
use function is_float;
use function is_int;
use function is_string;

/**
 * Tells a sink of the tokens that a Reader reads; if it is a Located one, with the bytes of each. No class is loaded, and memory is taken for the strings that can be
 * named again and for one block of rows, not for the value.
 *
 * Cells of columns have no bytes of their own. What a container gives as its value stands for "the sink knows it already".
 *
 * @internal
 */
class StreamSink
{
    private readonly ?Located $located;

    public function __construct(private readonly Sink $sink)
    {
        $this->located = $sink instanceof Located ? $sink : null;
    }

    /** A value has been read: a leaf, or a container that the sink knows already. */
    final public function value(int $from, int $to, mixed $value): void
    {
        if ($value === []) {
            $this->begin($from, $to, null, 0, false);
            $this->end($to, 0);
        } elseif ($value !== $this) {
            $this->located?->at($from, $to);
            $this->leaf($value);
        }
    }

    private function leaf(mixed $value): void
    {
        match (true) {
            is_string($value) => $this->sink->string($value),
            is_int($value) => $this->sink->int($value),
            is_float($value) => $this->sink->float($value),
            is_bool($value) => $this->sink->bool($value),
            default => $this->sink->null(),
        };
    }

    public function key(int $from, int $to, int|string $key): void
    {
        $this->located?->at($from, $to);
        $this->sink->key($key);
    }

    /** The next value is the first slot of the PHP reference with that index. */
    public function reference(int $index): void
    {
        $this->located?->reference();
    }

    /**
     * A list, map, record or object begins.
     *
     * @param Definition|null $definition of a record or object
     * @param bool $keyed each value stands behind its key
     */
    public function begin(int $from, int $to, ?Definition $definition, int $count, bool $keyed): void
    {
        $this->located?->at($from, $to);
        if ($definition === null || $definition->kind === Kind::MAP_SHAPE) {
            $this->located?->isList(!$keyed && $definition === null);
            $this->sink->beginArray($count);
        } else {
            $this->sink->beginObject($definition->class, $count);
        }
    }

    public function beginRows(RowsHead $rows, int $to): void
    {
        $this->located?->at($rows->token, $to);
        $this->located?->isList(!$rows->keyed);
        $this->sink->beginArray($rows->count);
    }

    public function beginRow(int $at, int|string $key, int $count): void
    {
        $this->key($at, $at, $key);
        $this->located?->isList(false);
        $this->sink->beginArray($count);
    }

    /** In a row, the cell of that column comes: a value, or a call of cell(). */
    public function column(int $at, int|string $name): void
    {
        $this->key($at, $at, $name);
    }

    public function cell(mixed $value): void
    {
        $this->leaf($value);
    }

    public function endRow(int $at, int $count): void
    {
        $this->end($at, $count);
    }

    /** The innermost container ends. */
    public function end(int $at, int $count): self
    {
        $this->located?->at($at, $at);
        $this->sink->end($count);
        return $this;
    }

    /**
     * A vector: its cells begin at $cells and end before $to.
     *
     * @param list<int|float|string|bool|null> $values
     */
    public function vector(int $token, int $cells, int $to, array $values): self
    {
        $this->begin($token, $cells, null, count($values), false);
        foreach ($values as $i => $value) {
            $this->key($to, $to, $i);
            $this->leaf($value);
        }
        return $this->end($to, count($values));
    }

    public function custom(int $from, int $to, string $class, string $payload): self
    {
        $this->located?->at($from, $to);
        $this->sink->custom($class, $payload, 0);
        return $this;
    }

    public function enumCase(int $from, int $to, Definition $definition): self
    {
        $this->located?->at($from, $to);
        $this->sink->enumCase($definition->class, $definition->case);
        return $this;
    }

    /**
     * An object, or a PHP reference, is met again.
     *
     * @param int $number its ordinal or index
     * @param int $slot its first one
     */
    public function again(int $from, int $to, bool $object, int $number, int $slot): self
    {
        $this->located?->at($from, $to);
        if ($object) {
            $this->sink->sameObject($slot);
        } else {
            $this->sink->sameSlot($slot);
        }
        return $this;
    }
}
