<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Stream\Located;
use Lyo\Stream\Sink;
use Lyo\Wire\Definition as Kind;

use function array_is_list;
use function array_pop;
use function count;
use function is_array;
use function is_bool;
use function is_float;
use function is_int;
use function is_string;
use function strlen;

/**
 * Passes the tokens that a Reader reads to a sink. A sink that implements Located also gets the position of each token. No class is loaded. Memory
 * is needed for strings and arrays that may occur again and for one block of rows, not for the whole value. An array that occurs again is passed
 * as if it was written again.
 *
 * Cells of columns have no position of their own. The methods for containers return this object, which value() then takes as a sign that the sink
 * has got the container already.
 *
 * @internal
 */
class StreamSink
{
    private readonly ?Located $located;
    /** @var list<array{array<mixed>, int|string}> recordings and the containers that are open in them: entries so far, key of the one around them */
    private array $recorded = [];
    /** Key of the next entry that is recorded. */
    private int|string $key = 0;
    /** Size of what was passed again so far, as Expansion counts it. */
    private int $weight = 0;

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
        if ($this->recorded !== []) {
            $this->add($value);
        }
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
        if ($this->recorded !== []) {
            $this->key = $key;
        }
        $this->located?->at($from, $to);
        $this->sink->key($key);
    }

    // ---- arrays that occur again ---------------------------------------------------------------------------------

    /** Begins to record the next value, which is the entry 0 of the recording. */
    public function record(): void
    {
        $this->recorded[] = [[], $this->key];
        $this->key = 0;
    }

    /**
     * Ends the recording that began last, of an array or object.
     *
     * @return array<mixed>
     */
    public function recorded(): array
    {
        $entries = $this->leave();
        $array = is_array($entries[0] ?? null) ? $entries[0] : [];
        if ($this->recorded !== []) {
            $this->add($array);
        }
        return $array;
    }

    /**
     * Ends the innermost recording or container, and returns its entries.
     *
     * @return array<mixed>
     */
    private function leave(): array
    {
        [$entries, $this->key] = array_pop($this->recorded) ?? [[], 0];
        return $entries;
    }

    private function add(mixed $value): void
    {
        $this->recorded[count($this->recorded) - 1][0][$this->key] = $value;
    }

    /** Tells that the next value is an array that may occur again, with its index. */
    public function place(int $index): void {}

    /**
     * Passes an array that occurs again.
     *
     * @param int $index its index in the array table
     * @param array<mixed> $array
     * @param int $size size of the payload
     */
    public function arrayAgain(int $from, int $to, int $index, array $array, int $size): self
    {
        if ($this->recorded !== []) {
            $this->add($array);
        }
        $recorded = $this->recorded;
        $this->recorded = [];
        $this->pass($from, $to, $array, $size);
        $this->recorded = $recorded;
        return $this;
    }

    /** @param array<mixed> $array */
    private function pass(int $from, int $to, array $array, int $size): void
    {
        $this->begin($from, $to, null, count($array), !array_is_list($array));
        foreach ($array as $key => $value) {
            $length = (is_string($key) ? strlen($key) : 0) + (is_string($value) ? strlen($value) : 0);
            $this->weight = Expansion::afford($this->weight + Expansion::ELEMENT + $length, $size, $to);
            $this->key($to, $to, $key);
            if (is_array($value)) {
                $this->pass($to, $to, $value, $size);
            } else {
                $this->leaf($value);
            }
        }
        $this->end($to, count($array));
    }

    /** Begins a list that is written as runs. */
    public function beginRuns(int $from, int $to, int $count): void
    {
        $this->begin($from, $to, null, $count, false);
    }

    /**
     * Begins a run of $n values, of which the first comes next.
     *
     * @param int $key its key
     */
    public function beginRun(int $from, int $to, int $key, int $n): void
    {
        $this->key($from, $from, $key);
    }

    /**
     * Passes the other values of a run.
     *
     * @param int $key key of the first value
     * @param array<mixed> $array
     * @param int $size size of the payload
     */
    public function repeatRun(int $at, int $key, int $n, array $array, int $size): void
    {
        for ($i = 1; $i < $n; $i++) {
            $this->key($at, $at, $key + $i);
            $this->weight = Expansion::afford($this->weight + Expansion::ELEMENT, $size, $at);
            $this->arrayAgain($at, $at, 0, $array, $size);
        }
    }

    // ---- other values --------------------------------------------------------------------------------------------

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
        if ($this->recorded !== []) {
            $this->record();
        }
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
        $this->begin($rows->token, $to, null, $rows->count, false);
    }

    /**
     * Passes the rows of a block.
     *
     * @param int $first number of the first row
     * @param list<list<int|float|string|bool|null>> $columns
     */
    public function block(int $at, RowsHead $rows, int $first, array $columns): void
    {
        foreach ($columns[0] as $row => $_) {
            $this->key($at, $at, $first + $row);
            $this->begin($at, $at, $rows->shape, $rows->shape->count, false);
            foreach ($rows->shape->keys as $column => $name) {
                $this->key($at, $at, $name);
                $this->leaf($columns[$column][$row]);
            }
            $this->end($at, $rows->shape->count);
        }
    }

    /** Ends the innermost container. */
    public function end(int $at, int $count): self
    {
        if ($this->recorded !== []) {
            $this->add($this->leave());
        }
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
