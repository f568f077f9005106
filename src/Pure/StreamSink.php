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
 * Passes the tokens that a Reader reads to a sink. A sink that implements Located also gets the position of each token. No class is loaded. Memory
 * is needed for strings that may occur again and for one block of rows, not for the whole value.
 *
 * Cells of columns have no position of their own. The methods for containers return this object, which value() then takes as a sign that the sink
 * has got the container already.
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

    /** Passes a value that has been read: a leaf, an empty array, or this object for a container that the sink has got already. */
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

    /** Tells that the next value is the first slot of a PHP reference. */
    public function reference(int $index): void
    {
        $this->located?->reference();
    }

    /**
     * Begins a list, map, record or object.
     *
     * @param Definition|null $definition definition of a record or object; null for a list or map
     * @param bool $keyed whether keys stand before the values
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

    /** Begins a cell of a row. The next call is cell() for a cell of a column, and value() for a row-wise cell. */
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

    /** Ends the innermost container. */
    public function end(int $at, int $count): self
    {
        $this->located?->at($at, $at);
        $this->sink->end($count);
        return $this;
    }

    /**
     * Passes a list that was written as a vector.
     *
     * @param int $token offset of the VECTOR tag
     * @param int $cells offset of the vector behind its count
     * @param int $to offset behind the vector
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
     * Passes an object or a PHP reference that occurs again.
     *
     * @param bool $object whether it is an object
     * @param int $number ordinal of the object, or index of the PHP reference
     * @param int $slot its first slot
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
