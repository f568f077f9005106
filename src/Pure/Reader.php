<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Closure;
use LogicException;
use Lyo\Exception\LyoException;
use Lyo\Native\Payload;
use Lyo\Native\Text;
use Lyo\Wire\Definition as Kind;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;
use Lyo\Wire\Tag;

use function array_combine;
use function array_keys;
use function array_values;
use function asort;
use function bin2hex;
use function min;
use function ord;
use function random_bytes;
use function strlen;

/**
 * Reads the value of a payload. Here stands what tokens look like and what makes them wrong. What becomes of them is one of three things:
 *
 * - value(): leaves and arrays are made here.
 * - text(): the same, but objects and PHP references, which only unserialize() can make, are given to a TextSink. It is asked at the end of a
 *   container, not for each leaf.
 * - stream(): a StreamSink is told of each container before and of each value after it was read. No value is kept.
 *
 * $pending is the number of bytes behind a value that the containers around it need at least (spec section 7.2).
 *
 * @internal
 */
final class Reader extends Values
{
    /** @var array<int, true> indexes of the definitions that the value names, as far as it was read */
    private array $used = [];
    /** @var array<string, true> classes whose objects will be incomplete */
    private array $missing = [];
    /** @var list<int> ordinal => slot */
    private array $objects = [];
    /** @var array<int, int> index of a PHP reference that has begun => slot */
    private array $references = [];
    /** @var list<int> offsets of the reference table, ascending */
    private array $places = [];
    /** @var list<int> the index of each */
    private array $indices = [];
    private int $hits = 0;
    /** @var array<string, int> enum case => its first slot: serialize() takes cases for objects that are met again */
    private array $cases = [];

    /**
     * The value of a payload without PHP references, and without classes but stdClass.
     *
     * @throws LyoException
     * @throws Ambiguous if a property has a name that unserialize() must look at
     */
    public static function value(string $data, Head $head, int $maxDepth, int $maxElements): mixed
    {
        return (new self($data, $head, $maxDepth, $maxElements))->root();
    }

    /**
     * The text of serialize() for any payload. To be called with serialize_precision -1.
     *
     * @param array<int, true> $used set to the indexes of the definitions that the value names, as far as it could be read
     * @param array<string, true> $missing classes whose objects will be incomplete: for unserialize(), which reads no payload then, and takes
     *     no name that cannot be a class's
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
                $sink->weigh($value, strlen($data), $reader->at);
            }
            $text = $sink->text($value);
            if ($text !== null) {
                return $text;
            }
        }
    }

    /**
     * Tells a sink of each token, in the order of the value.
     *
     * @param (Closure(string, int, int, mixed, int): void)|null $tell is told of vector (cells), block (rows), custom (class), and of what Bulk names
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

    /** A slot has a value, a key and a class, a key has a class; a string may begin as one of 255 bytes. */
    private function mayBeLong(): bool
    {
        return 4 * $this->slot * ($this->longest + 300) > TextSink::MOST;
    }

    /** The whole value, with nothing behind it. */
    private function root(): mixed
    {
        if ($this->head->places !== []) {
            $places = $this->head->places;
            asort($places);
            $this->places = array_values($places);
            $this->indices = array_keys($places);
            $this->nextPlace();
        }
        $token = $this->at;
        $value = $this->values(1, 0)[0];
        $this->stream?->value($token, $this->at, $value);
        if ($this->next !== PHP_INT_MAX) {
            throw $this->fail(ErrorCode::ReferencePosition, min($this->next, $this->end));
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

    /** @return list<int|float|string|bool|null> */
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

    /** A value that values() knows nothing of. */
    protected function other(int $tag, int $pending): mixed
    {
        $token = $this->at;
        if ($this->stream !== null && ($count = $this->begin($tag, $pending, 0, $this->maxDepth - $this->depth)) !== null) {
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
            case Tag::ROWS_KEYED:
                return $this->rows($token, $tag === Tag::ROWS_KEYED, $pending);
            case Tag::USE_OBJECT:
            case Tag::USE_REFERENCE:
                return $this->again($token, $tag === Tag::USE_OBJECT);
            default:
                return $this->leaf();
        }
    }

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

    // ---- definitions, objects, PHP references --------------------------------------------------------------------

    /** An object that has no shape, or an enum case. */
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

    /** An object begins. */
    protected function object(int $id, Definition $definition, int $count): void
    {
        $this->used[$id] = true;
        $this->objects[] = $this->slot;
        if ($this->missing !== [] && isset($this->missing[$definition->class])) {
            $this->slot++; // it will have one property more, which holds the name
        }
        $this->sink?->object($definition, $count);
    }

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
     * The entries of an object of an open class; a stream has those of maps read here, too.
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

    private function custom(int $token, int $id, Definition $definition): mixed
    {
        $missing = isset($this->missing[$definition->class]);
        if ($missing) {
            $this->object($id, $definition, 0);
        } else {
            $this->used[$id] = true;
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
        if ($this->stream !== null) {
            return $this->stream->enumCase($token, $this->at, $definition);
        }
        $first = $this->cases["$definition->class:$definition->case"] ??= $this->slot;
        return $this->sink()->piece($first === $this->slot ? Text::enumCase($definition->class, $definition->case) : "r:$first;");
    }

    private function again(int $token, bool $object): mixed
    {
        if (!$this->head->sharing) {
            throw $this->fail(ErrorCode::Tag, $token);
        }
        $this->at++;
        $number = $this->varlen($token);
        $slot = ($object ? $this->objects : $this->references)[$number]
            ?? throw $this->fail($object ? ErrorCode::ObjectId : ErrorCode::ReferenceId, $token);
        if (!$object) {
            $this->slot--; // R: has no number of its own
        }
        return $this->stream === null ? $this->sink()->piece($object ? "r:$slot;" : "R:$slot;") : $this->stream->again($token, $this->at, $object, $number, $slot);
    }

    private function sink(): TextSink
    {
        return $this->sink ?? throw new LogicException();
    }

    private function nextPlace(): void
    {
        $place = $this->places[$this->hits] ?? null;
        $this->next = $place === null ? PHP_INT_MAX : (int) min($this->body + $place, strlen($this->data));
    }

    /** A slot's token begins at or behind the next place of the table. */
    protected function place(int $at, int $slot): void
    {
        if ($at > $this->next) {
            throw $this->fail(ErrorCode::ReferencePosition, $this->next);
        }
        if (ord($this->data[$at]) === Tag::USE_REFERENCE) {
            throw $this->fail(ErrorCode::ReferencePosition, $at);
        }
        $this->references[$this->indices[$this->hits]] = $slot;
        $this->stream?->reference($this->indices[$this->hits]);
        $this->hits++;
        $this->nextPlace();
    }

    // ---- streams -------------------------------------------------------------------------------------------------

    /** The next value, without a key. */
    protected function next(StreamSink $stream, int $pending): void
    {
        $token = $this->at;
        $value = $this->values(1, $pending)[0];
        $stream->value($token, $this->at, $value);
    }

    /** The values of a container that has been admitted. */
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
