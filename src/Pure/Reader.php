<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Closure;
use LogicException;
use Lyo\Exception\LyoException;
use Lyo\Native\Payload;
use Lyo\Native\Text;
use Lyo\Stream\Table;
use Lyo\Wire\Definition as Kind;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;
use Lyo\Wire\Tag;

use function array_combine;
use function bin2hex;
use function intdiv;
use function is_array;
use function max;
use function min;
use function ord;
use function random_bytes;
use function sort;
use function strlen;

/**
 * Reads the value of a payload and finds all errors of the format. There are three ways to use it:
 *
 * - value() returns the value. It may consist of leaves, arrays, and objects of stdClass.
 * - text() returns the text of serialize(). Only unserialize() can create other objects and PHP references; a TextSink writes their text. It is
 *   called once for each of them, not for each leaf.
 * - stream() passes the tokens to a StreamSink: each container before it is read, each value after it was read. No value is kept.
 *
 * In all methods, $pending is the number of bytes behind a value that the containers around it need at least (spec section 7.2).
 *
 * @internal
 */
final class Reader extends Values
{
    /** @var array<int, true> ids of the definitions that the value has named so far */
    private array $used = [];
    /** @var array<int, true> ids of the names of classes whose objects become incomplete (see Definition::$name) */
    private array $missing = [];
    /** @var list<int> slots of objects, by ordinal */
    private array $objects = [];
    /** @var array<int, int> first slots of the PHP references that have begun, by index */
    private array $references = [];
    /** @var array<int, array{array<mixed>, int, int}> arrays that may occur again, by index: array, elements, levels */
    private array $arrays = [];
    /** @var list<array{int, bool, int}> the places of both tables in ascending order: offset, whether it is in the array table, index there */
    private array $places = [];
    /** Number of places at which a slot has begun. */
    private int $hits = 0;
    /** Number of objects, enum cases and PHP references so far, each use included. Where it stays the same, arrays are plain. */
    private int $marks = 0;
    /** @var Table<int>|null first slots of enum cases, by "class::case"; serialize() writes a case that occurs again as a back reference, like an object */
    private ?Table $cases = null;

    /**
     * Returns the value of a payload that has no PHP references and no classes but stdClass (see Head::isStandard()).
     *
     * @throws LyoException
     * @throws Ambiguous if a property has a name that only unserialize() can set
     */
    public static function value(string $data, Head $head, int $maxDepth, int $maxElements): mixed
    {
        return (new self($data, $head, $maxDepth, $maxElements))->root();
    }

    /**
     * Returns the text of serialize() for any payload. Floats have the digits of serialize_precision if that keeps them unchanged, otherwise the fewest.
     *
     * @param array<int, true> $used set to the ids of the definitions that the value names
     * @param array<int, true> $missing ids of the names of classes whose objects are written as incomplete ones (see Lyo\Functions\Classes::strange())
     *
     * @throws LyoException
     */
    public static function text(string $data, Head $head, int $maxDepth, int $maxElements, array &$used = [], array $missing = []): string
    {
        for ($mark = TextSink::MARK;; $mark = bin2hex(random_bytes(16))) {
            $reader = new self($data, $head, $maxDepth, $maxElements);
            $reader->sink = $sink = new TextSink($mark, $missing);
            $reader->missing = $missing;
            $value = $reader->root();
            $used = $reader->used;
            if ($reader->mayBeLong()) {
                $sink->weigh($value, $reader->allowanceUsed, strlen($data), $reader->at);
            }
            $text = $sink->text($value);
            if ($text !== null) {
                return $text;
            }
        }
    }

    /**
     * Passes each token to a sink, in the order of the value.
     *
     * @param (Closure(string, int, int, mixed, int): void)|null $tell explains bytes (see Tokens::$tell); the parts are vector (number of cells),
     *     block (number of rows), custom (class), and those of Bulk
     *
     * @throws LyoException
     */
    public static function stream(string $data, Head $head, StreamSink $sink, ?Closure $tell = null): void
    {
        $reader = new self($data, $head, Limit::DEPTH, 0);
        $reader->stream = $sink;
        $reader->tell = $tell;
        $reader->root();
    }

    /**
     * Tells whether the text might be too long, by an upper estimate. Each slot has at most four strings: value, key, class of the object, class of
     * the key. Each string may have up to 255 bytes of an earlier one in addition to its own.
     */
    private function mayBeLong(): bool
    {
        return 4 * $this->slot * ($this->longest + 300) > Expansion::MOST;
    }

    /** Reads the whole value and checks that nothing follows. */
    private function root(): mixed
    {
        if ($this->head->references !== [] || $this->head->arrays !== []) {
            $this->sortPlaces();
        }
        $token = $this->at;
        $value = $this->values(1, 0)[0];
        $this->stream?->value($token, $this->at, $value);
        if ($this->next !== PHP_INT_MAX) {
            throw $this->fail($this->places[$this->hits][1] ? ErrorCode::ArrayPosition : ErrorCode::ReferencePosition, $this->next);
        }
        if ($this->at !== $this->end) {
            throw $this->fail(ErrorCode::Trailing, $this->at);
        }
        return $value;
    }

    protected function leaves(int $n): array
    {
        if ($this->tell !== null) {
            return $this->toldLeaves($n);
        }
        $slot = $this->slot;
        $leaves = $this->values($n, self::LEAVES);
        $this->slot = $slot;
        /** @var list<int|float|string|bool|null> */
        return $leaves;
    }

    /**
     * Reads the next $n leaves one by one, and explains each.
     *
     * @return list<int|float|string|bool|null>
     */
    private function toldLeaves(int $n): array
    {
        $leaves = [];
        while ($n-- > 0) {
            $from = $this->at;
            $leaves[] = $leaf = $this->leaf();
            $this->tell('leaf', $from, $leaf);
        }
        return $leaves;
    }

    /** Reads a value that values() does not read itself. */
    protected function other(int $tag, int $pending): mixed
    {
        $token = $this->at;
        if ($this->stream !== null && ($count = $this->begin($tag, $pending, 0, $this->counted ? 0 : $this->maxDepth - $this->depth)) !== null) {
            $this->depth++;
            return $this->streamed($this->stream, $token, $this->shape, $count, $this->shape === null && self::isMap($tag), $pending);
        }
        if ($tag >= Tag::INSTANCE_SHORT && $tag <= Tag::INSTANCE_SHORT_LAST || $tag >= Tag::INSTANCE && $tag <= Tag::INSTANCE_LAST) {
            return $this->instance($tag, $pending);
        }
        switch ($tag) {
            case Tag::ARRAY_EMPTY:
                $this->at++;
                return [];
            case Tag::VECTOR:
                return $this->cellsOf($token, $pending);
            case Tag::ROWS:
                return $this->rows($token, $pending);
            case Tag::RUNS:
                return $this->runs($token, $pending);
            case Tag::USE_OBJECT:
            case Tag::USE_REFERENCE:
                return $this->again($token, $tag === Tag::USE_OBJECT);
            case Tag::USE_ARRAY:
                return $this->arrayAgain($token);
            default:
                return $this->leaf();
        }
    }

    /** Reads a list that is written as a vector. */
    private function cellsOf(int $token, int $pending): mixed
    {
        $this->at++;
        $count = $this->countOf($token);
        $this->admit($token, 0, $count, $pending);
        $this->slot += $count;
        $this->tell('vector', $token, $count);
        $from = $this->at;
        $cells = $this->vector($count, $token);
        return $this->stream === null ? $cells : $this->stream->vector($token, $from, $this->at, $cells);
    }

    // ---- arrays that occur again ---------------------------------------------------------------------------------

    /**
     * Reads a value that may occur again, and passes it to the stream if there is one.
     *
     * @return array{array<mixed>, int, int}|null the value, its elements, its levels; null if it is no plain array that is not empty
     */
    private function repeatable(int $pending): ?array
    {
        $token = $this->at;
        $elements = $this->elements;
        $deepest = $this->deepest;
        $marks = $this->marks;
        $counted = $this->counted;
        $this->deepest = $this->depth;
        $this->counted = true;
        $this->stream?->record();
        $value = $this->values(1, $pending)[0];
        $this->stream?->value($token, $this->at, $value);
        $array = $this->stream === null || $value !== $this->stream ? $value : $this->stream->recorded();
        $levels = $this->deepest - $this->depth;
        $this->counted = $counted;
        $this->deepest = max($this->deepest, $deepest);
        return is_array($array) && $value !== [] && $this->marks === $marks ? [$array, $this->elements - $elements, $levels] : null;
    }

    protected function placed(int $index, int $pending): mixed
    {
        $token = $this->at;
        $this->arrays[$index] = $this->repeatable($pending) ?? throw $this->fail(ErrorCode::ArrayPosition, $token);
        return $this->stream ?? $this->arrays[$index][0];
    }

    /** Reads USE_ARRAY. */
    private function arrayAgain(int $token): mixed
    {
        if (!$this->head->repeating) {
            throw $this->fail(ErrorCode::Tag, $token);
        }
        $this->at++;
        $index = $this->varlen($token);
        [$array, $elements, $levels] = $this->arrays[$index] ?? throw $this->fail(ErrorCode::ArrayId, $token);
        if ($levels > $this->maxDepth - $this->depth) {
            throw $this->fail(ErrorCode::Depth, $token);
        }
        $this->deepest = max($this->deepest, $this->depth + $levels);
        $this->allow($elements, $token);
        $this->slot += $elements;
        return $this->stream === null ? $array : $this->stream->arrayAgain($token, $this->at, $index, $array, strlen($this->data));
    }

    /** Reads a list that is written as runs. */
    private function runs(int $token, int $pending): mixed
    {
        $this->at++;
        $count = $this->countOf($token);
        $this->admit($token, 2, $count, $pending);
        $this->depth++;
        $this->stream?->beginRuns($token, $this->at, $count);
        $values = [];
        for ($i = 0; $i < $count; $i += $n) {
            $at = $this->at;
            $n = $this->varlen($at);
            if ($n < 1 || $n > $count - $i) {
                throw $this->fail(ErrorCode::Size, $at);
            }
            $this->draw($n - 1, $this->at, $at);
            $left = $pending + ($i + $n < $count ? 2 : 0);
            $this->stream?->beginRun($at, $this->at, $i, $n);
            if ($n > 1) {
                $value = $this->run($at, $n, $left);
                $this->stream?->repeatRun($this->at, $i, $n, $value, strlen($this->data));
            } elseif ($this->stream !== null) {
                $this->next($this->stream, $left);
                continue;
            } else {
                $value = $this->values(1, $left)[0];
            }
            for ($j = 0; $j < $n && $this->stream === null; $j++) {
                $values[] = $value;
            }
        }
        $this->depth--;
        return $this->stream === null ? $values : $this->stream->end($this->at, $count);
    }

    /**
     * Reads the array of a run of $n values. The length of the run is at $at.
     *
     * @return array<mixed>
     */
    private function run(int $at, int $n, int $pending): array
    {
        [$array, $elements] = $this->repeatable($pending) ?? throw $this->fail(ErrorCode::Run, $at);
        $this->allow($elements > intdiv(PHP_INT_MAX, $n - 1) ? PHP_INT_MAX : $elements * ($n - 1), $at);
        $this->slot += ($n - 1) * (1 + $elements);
        return $array;
    }

    // ---- definitions, objects, PHP references --------------------------------------------------------------------

    /** Reads an object without a shape, or an enum case. */
    private function instance(int $tag, int $pending): mixed
    {
        $token = $this->at;
        $id = $this->definitionId($tag);
        $definition = $this->definitions[$id];
        return match ($definition->kind) {
            Kind::OPEN_CLASS => $this->open($token, $id, $definition, $pending),
            Kind::CUSTOM_CLASS => $this->custom($token, $id, $definition),
            default => $this->enumCase($token, $id, $definition),
        };
    }

    /** Begins an object: gives it its ordinal and passes it to the TextSink. */
    protected function object(int $id, Definition $definition, int $count): void
    {
        $this->used[$id] = true;
        $this->marks++;
        $this->objects[] = $this->slot;
        if ($this->missing !== [] && isset($this->missing[$definition->name])) {
            $this->slot++; // an incomplete object has one more property, for the name of its class
        }
        $this->sink?->object($definition, $count);
    }

    /** Reads an object of an open class. */
    private function open(int $token, int $id, Definition $definition, int $pending): mixed
    {
        $count = $this->varlen($token);
        $count = $count < 0 ? PHP_INT_MAX >> 2 : min($count, PHP_INT_MAX >> 2);
        $this->admit($token, 2 * $count, $count, $pending);
        $this->object($id, $definition, $count);
        $this->depth++;
        if ($this->stream !== null) {
            $this->depth++;
            return $this->streamed($this->stream, $token, $definition, $count, true, $pending);
        }
        [$keys, $values] = $this->entries($count, $definition->class, $pending);
        $this->depth--;
        if ($this->sink === null) {
            return Definition::hasNul($keys) ? throw new Ambiguous() : (object) array_combine($keys, $values);
        }
        return $this->sink->state($keys, $values);
    }

    /**
     * Reads the entries of an object of an open class, or, for a stream, those of a map. A stream gets them one by one, and the lists that are
     * returned are empty.
     *
     * @param string|null $class null for a map
     *
     * @return array{list<int|string>, list<mixed>} keys, values
     */
    private function entries(int $count, ?string $class, int $pending): array
    {
        $keys = $values = $seen = [];
        for ($left = 2 * $count + $pending; $count > 0; $count--) {
            $at = $this->at;
            $key = $this->key($class);
            if (isset($seen[$key])) {
                throw $this->fail(ErrorCode::DuplicateKey, $at);
            }
            $seen[$key] = true;
            $left -= 2;
            if ($this->stream !== null) {
                $this->stream->key($at, $this->at, $key);
                $this->next($this->stream, $left);
            } else {
                $keys[] = $key;
                $values[] = $this->values(1, $left)[0];
            }
        }
        return [$keys, $values];
    }

    /** Reads an object with a payload of its own. Back references in the payload are renumbered for its place in the text. */
    private function custom(int $token, int $id, Definition $definition): mixed
    {
        $missing = isset($this->missing[$definition->name]);
        if ($missing) {
            $this->object($id, $definition, 0);
        } else {
            $this->used[$id] = true;
            $this->marks++;
            $this->objects[] = $this->slot;
        }
        $this->tell('custom', $token, $definition->class);
        $payload = $this->string();
        if ($this->stream !== null) {
            return $this->stream->custom($token, $this->at, $definition->class, $payload);
        }
        if ($missing) {
            return $this->sink()->state([], []);
        }
        $payload = Payload::renumber($payload, 0, $this->slot);
        $this->slot += Payload::slots($payload, $this->slot);
        return $this->sink()->custom($definition->class, $payload, strlen($this->data), $this->at);
    }

    private function enumCase(int $token, int $id, Definition $definition): mixed
    {
        $this->used[$id] = true;
        $this->marks++;
        if ($this->stream !== null) {
            return $this->stream->enumCase($token, $this->at, $definition);
        }
        $this->cases ??= new Table();
        $first = $this->cases->get("$definition->class:$definition->case");
        if ($first === null) {
            $this->cases->set("$definition->class:$definition->case", $first = $this->slot);
        }
        return $this->sink()->piece($first === $this->slot ? Text::enumCase($definition->class, $definition->case) : "r:$first;");
    }

    /** Reads USE_OBJECT or USE_REFERENCE. */
    private function again(int $token, bool $object): mixed
    {
        if (!$this->head->sharing) {
            throw $this->fail(ErrorCode::Tag, $token);
        }
        $this->at++;
        $number = $this->varlen($token);
        $slot = ($object ? $this->objects : $this->references)[$number]
            ?? throw $this->fail($object ? ErrorCode::ObjectId : ErrorCode::ReferenceId, $token);
        $this->marks++;
        if (!$object) {
            $this->slot--; // in the text, R: is no slot of its own
        }
        return $this->stream === null ? $this->sink()->piece($object ? "r:$slot;" : "R:$slot;") : $this->stream->again($token, $this->at, $object, $number, $slot);
    }

    private function sink(): TextSink
    {
        return $this->sink ?? throw new LogicException();
    }

    /** Sorts the places of both tables. At one offset, that of the reference table comes first. */
    private function sortPlaces(): void
    {
        foreach ($this->head->references as $index => $offset) {
            $this->places[] = [$offset, false, $index];
        }
        foreach ($this->head->arrays as $index => $offset) {
            $this->places[] = [$offset, true, $index];
        }
        sort($this->places);
        $this->nextPlace();
    }

    /** Sets $next to the place after those that were reached. */
    private function nextPlace(): void
    {
        $place = $this->places[$this->hits][0] ?? null;
        $this->next = $place === null ? PHP_INT_MAX : (int) min($this->body + $place, strlen($this->data));
    }

    protected function place(int $at, int $slot): ?int
    {
        $array = null;
        while ($this->next <= $at) {
            [, $isArray, $index] = $this->places[$this->hits];
            if ($this->next < $at) {
                throw $this->fail($isArray ? ErrorCode::ArrayPosition : ErrorCode::ReferencePosition, $this->next);
            }
            if ($isArray) {
                $array = $index;
                $this->stream?->place($index);
            } else {
                $this->beginReference($at, $index, $slot);
            }
            $this->hits++;
            $this->nextPlace();
        }
        return $array;
    }

    /** Begins a PHP reference whose first slot has the token at $at. */
    private function beginReference(int $at, int $index, int $slot): void
    {
        if (ord($this->data[$at]) === Tag::USE_REFERENCE) {
            throw $this->fail(ErrorCode::ReferencePosition, $at);
        }
        $this->marks++;
        $this->references[$index] = $slot;
        $this->stream?->reference($index);
    }

    // ---- streams -------------------------------------------------------------------------------------------------

    /** Reads the next value and passes it to the stream. */
    private function next(StreamSink $stream, int $pending): void
    {
        $token = $this->at;
        $value = $this->values(1, $pending)[0];
        $stream->value($token, $this->at, $value);
    }

    /**
     * Reads a container for a stream. The container has been admitted already.
     *
     * @param Definition|null $definition definition of a record or object; null for a list or map
     * @param bool $keyed whether keys stand before the values
     */
    private function streamed(StreamSink $stream, int $token, ?Definition $definition, int $count, bool $keyed, int $pending): mixed
    {
        $stream->begin($token, $this->at, $definition, $count, $keyed);
        if ($keyed) {
            $this->entries($count, $definition?->class, $pending);
        } else {
            for ($i = 0; $i < $count; $i++) {
                $stream->key($this->at, $this->at, $definition === null ? $i : $definition->keys[$i]);
                $this->next($stream, $pending + $count - $i - 1);
            }
        }
        $this->depth--;
        return $stream->end($this->at, $count);
    }
}
