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
use function array_flip;
use function array_keys;
use function array_values;
use function asort;
use function bin2hex;
use function count;
use function min;
use function ord;
use function random_bytes;
use function strlen;
use function substr;

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
final class Reader extends Rows
{
    /** The values of the tags from NULL to ARRAY_EMPTY. */
    private const CONSTANTS = [null, false, true, '', []];
    /** In the place of what is pending: leaves alone are read, which are no slots. */
    private const LEAVES = -1;

    // copies of Tag (tools/gen-tags.php)
    private const INT_SMALL = 1;
    private const INT_SMALL_LAST = 64;
    private const STRING_SHORT = 65;
    private const STRING_SHORT_LAST = 96;
    private const BACKREF_12 = 144;
    private const INSTANCE_SHORT = 97;
    private const LIST_SHORT = 128;
    private const LIST_SHORT_LAST = 135;
    private const NULL = 160;
    private const ARRAY_EMPTY = 164;
    private const STRING_CHAR = 165;
    private const INT = 168;
    private const INT_LAST = 175;
    private const STRING = 192;
    private const NAME = 219;
    private const NAME_LAST = 222;
    private const PREFIXED = 227;
    private const PREFIXED_SHORT = 236;
    private const BACKREF_NEAR = 240;
    // copies of Definition
    private const MAP_SHAPE = 1;
    private const CLASS_SHAPE = 2;

    /** @var array<int|string, int> by a byte: the tag; of the byte 0, which is none, another that is none */
    private static array $tags = [];

    private ?TextSink $sink = null;
    /** Of the container that begin() has found; null for a list or map. */
    private ?Definition $shape = null;
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
    /** Where the next slot begins that the table names; the largest int if there is none. */
    private int $next = PHP_INT_MAX;
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
        if (self::$tags === []) {
            self::$tags = ["\0" => Tag::DOUBLE + 1] + array_flip(Bytes::chars());
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

    /**
     * The next n values; with $keyed each behind its key. The most frequent leaves are read here, without a call for each, and so are lists, maps, records
     * and objects of a shape, unless a stream is told of them: what is known of the containers around the present one stands in lists, by their level.
     *
     * A short string may pass the end: that is seen before the next token, and behind the last.
     *
     * @return ($keyed is true ? array<mixed> : list<mixed>)
     */
    protected function values(int $n, int $pending, bool $keyed = false): array
    {
        $data = $this->data;
        $names = $this->names;
        $strings = &$this->strings;
        $tags = self::$tags;
        $definitions = $this->definitions;
        $end = $this->end;
        $slots = $pending !== self::LEAVES;
        $stop = $slots && $this->next < $end ? $this->next : $end;
        $containers = $slots && $this->stream === null;
        $room = $this->bounded ? 0 : $this->maxDepth - $this->depth;
        $objects = $this->sink === null;
        $token = $at = $this->at;
        $values = [];
        $seen = $keyed ? [] : null;
        $uncounted = $n;
        $shape = null;
        $level = 0;
        $outer = $counts = $keys = $shapes = [];
        while (true) {
            while (--$n >= 0) {
                if ($seen !== null) {
                    if ($at > $end) {
                        throw $this->ended($token);
                    }
                    $token = $at;
                    $tag = $at < $end ? $tags[$data[$at]] : 0;
                    $size = $tag - (self::STRING_SHORT - 2);
                    if ($size >= 2 && $tag <= self::STRING_SHORT_LAST && $size < $end - $at && ($data[$at + 1] > '9' || $data[$at + 1] < '-')) {
                        $key = $strings[] = substr($data, $at + 1, $size);
                        $at += $size + 1;
                    } else {
                        $this->at = $at;
                        $key = $this->key(null);
                        $at = $this->at;
                    }
                    if (isset($seen[$key])) {
                        throw $this->fail(ErrorCode::DuplicateKey, $token);
                    }
                    $seen[$key] = true;
                }
                if ($at >= $stop) {
                    if ($at >= $end) {
                        throw $this->ended($at > $end ? $token : $at);
                    }
                    $this->place($at, $this->slot + $uncounted - $n);
                    $stop = $this->next < $end ? $this->next : $end;
                }
                $tag = $tags[$data[$at]];
                if ($tag <= self::INT_SMALL_LAST) {
                    $values[] = $tag - (self::INT_SMALL + 1);
                    $at++;
                    continue;
                }
                if ($tag <= self::STRING_SHORT_LAST) {
                    $token = $at;
                    $values[] = $strings[] = substr($data, $at + 1, $tag - (self::STRING_SHORT - 2));
                    $at += $tag - (self::STRING_SHORT - 3);
                    continue;
                }
                if ($tag >= self::NAME) {
                    if ($tag >= self::BACKREF_NEAR) {
                        $values[] = $strings[count($strings) - ($tag - (self::BACKREF_NEAR - 1))] ?? throw $this->fail(ErrorCode::StringId, $at);
                        $at++;
                        continue;
                    }
                    if ($tag <= self::NAME_LAST) {
                        if ($at + 1 < $end) {
                            $values[] = $names[($tag - self::NAME) << 8 | ord($data[$at + 1])] ?? throw $this->fail(ErrorCode::StringId, $at);
                            $at += 2;
                            continue;
                        }
                    } elseif ($tag >= self::PREFIXED && $tag <= self::PREFIXED_SHORT) {
                        $this->at = $at;
                        $values[] = $this->prefixed($tag);
                        $at = $this->at;
                        continue;
                    }
                } elseif ($tag >= self::BACKREF_12) {
                    if ($tag < self::NULL) {
                        if ($at + 1 < $end) {
                            $values[] = $this->known(($tag - self::BACKREF_12) << 8 | ord($data[$at + 1]), $at);
                            $at += 2;
                            continue;
                        }
                    } elseif ($tag <= self::ARRAY_EMPTY) {
                        if ($slots || $tag !== self::ARRAY_EMPTY) {
                            $values[] = self::CONSTANTS[$tag - self::NULL];
                            $at++;
                            continue;
                        }
                    } elseif ($tag <= self::INT_LAST) {
                        if ($tag >= self::INT) {
                            $this->at = $at;
                            $values[] = $this->int($tag);
                            $at = $this->at;
                            continue;
                        }
                        if ($tag === self::STRING_CHAR && $at + 1 < $end) {
                            $values[] = $data[$at + 1];
                            $at += 2;
                            continue;
                        }
                    } elseif ($tag === self::STRING && $at + 1 < $end && ($size = ord($data[$at + 1])) > self::STRING_SHORT_LAST - self::STRING_SHORT + 2) {
                        $token = $at;
                        $values[] = $strings[] = substr($data, $at + 2, $size);
                        $at += $size + 2;
                        continue;
                    }
                }
                $this->at = $at;
                if (!$slots) {
                    $values[] = $this->leaf();
                    $at = $this->at;
                    continue;
                }
                $this->slot += $uncounted - $n;
                $uncounted = $n;
                $left = $pending + ($seen === null ? $n : 2 * $n);
                if ($containers && $tag <= self::LIST_SHORT_LAST) {
                    // the most frequent containers
                    $count = $tag - (self::LIST_SHORT - 1);
                    $inner = null;
                    if ($count <= 0) {
                        $inner = $definitions[$tag - self::INSTANCE_SHORT] ?? throw $this->fail(ErrorCode::DefinitionId, $at);
                        $count = $inner->count;
                    }
                    if ($level < $room && $count < $end - $at - $left && ($inner === null || $inner->kind <= self::CLASS_SHAPE)) {
                        $at++;
                        $outer[$level] = $values;
                        $counts[$level] = $n;
                        $keys[$level] = $seen;
                        $shapes[$level++] = $shape;
                        $shape = $inner;
                        $values = [];
                        if ($inner !== null && $inner->kind !== self::MAP_SHAPE) {
                            $this->object($tag - self::INSTANCE_SHORT, $inner, $count);
                            if (!$objects) {
                                $values[] = null;
                            }
                        }
                        $seen = null;
                        $pending = $left;
                        $n = $uncounted = $count;
                        continue;
                    }
                }
                $count = $containers ? $this->begin($tag, $left, $level, $room) : null;
                if ($count === null) {
                    $this->depth += $level;
                    $values[] = $this->other($tag, $left);
                    $this->depth -= $level;
                    $at = $this->at;
                    if ($stop !== $end) {
                        $stop = $this->next < $end ? $this->next : $end;
                    }
                    continue;
                }
                $at = $this->at;
                $outer[$level] = $values;
                $counts[$level] = $n;
                $keys[$level] = $seen;
                $shapes[$level++] = $shape;
                $shape = $this->shape;
                $values = $objects || $shape === null || $shape->kind === Kind::MAP_SHAPE ? [] : [null];
                $seen = $shape === null && self::isMap($tag) ? [] : null;
                $pending = $left;
                $n = $uncounted = $count;
            }
            $this->slot += $uncounted;
            if ($level === 0) {
                break;
            }
            if ($shape !== null) {
                $values = array_combine($objects || $shape->kind === Kind::MAP_SHAPE ? $shape->keys : $shape->marked, $values);
                if ($objects && $shape->kind !== Kind::MAP_SHAPE) {
                    $values = (object) $values;
                }
            } elseif ($seen !== null) {
                $values = array_combine(array_keys($seen), $values);
            }
            $inner = $values;
            $values = $outer[--$level];
            $outer[$level] = null; // or the next value would copy all values before it
            $values[] = $inner;
            $n = $uncounted = $counts[$level];
            $seen = $keys[$level];
            $keys[$level] = null;
            $shape = $shapes[$level];
            $pending -= $seen === null ? $n : 2 * $n;
        }
        if ($at > $end) {
            throw $this->ended($token);
        }
        $this->at = $at;
        return $seen !== null ? array_combine(array_keys($seen), $values) : $values;
    }

    /** The count of a container that values() reads itself, when it has been admitted; null if something else begins here. */
    private function begin(int $tag, int $pending, int $level, int $room): ?int
    {
        $token = $this->at;
        $this->shape = null;
        if ($tag >= Tag::INSTANCE_SHORT && $tag <= Tag::INSTANCE_SHORT_LAST || $tag >= Tag::INSTANCE && $tag <= Tag::INSTANCE_LAST) {
            $id = $this->definitionId($tag);
            $definition = $this->definitions[$id] ?? throw $this->fail(ErrorCode::DefinitionId, $token);
            if ($definition->kind > Kind::CLASS_SHAPE) {
                $this->at = $token;
                return null;
            }
            $count = $need = $definition->count;
        } elseif ($tag >= Tag::LIST_SHORT && $tag <= Tag::MAP_SHORT_LAST || $tag >= Tag::LIST && $tag <= Tag::MAP_LAST) {
            $id = 0;
            $definition = null;
            $count = $this->countAt($tag);
            $need = self::isMap($tag) ? 2 * $count : $count;
        } else {
            return null;
        }
        if ($level >= $room || $need > $this->end - $this->at - $pending) {
            $this->depth += $level;
            $this->admit($token, $need, $count, $pending);
            $this->depth -= $level;
        }
        $this->shape = $definition;
        if ($definition !== null && $definition->kind === Kind::CLASS_SHAPE) {
            $this->object($id, $definition, $count);
        }
        return $count;
    }

    private function definitionId(int $tag): int
    {
        if ($tag >= Tag::INSTANCE) {
            return $this->fixed($tag - Tag::INSTANCE + 1, Tag::INSTANCE_SHORT_LAST - Tag::INSTANCE_SHORT);
        }
        $this->at++;
        return $tag - Tag::INSTANCE_SHORT;
    }

    /** The count of a list or map. */
    private function countAt(int $tag): int
    {
        if ($tag >= Tag::LIST) {
            return $this->fixed(($tag & 3) + 1, Tag::LIST_SHORT_LAST - Tag::LIST_SHORT + 1);
        }
        $this->at++;
        return ($tag & 7) + 1;
    }

    /** Of the tags of a list or map. */
    private static function isMap(int $tag): bool
    {
        return $tag >= Tag::MAP || $tag >= Tag::MAP_SHORT && $tag <= Tag::MAP_SHORT_LAST;
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
    private function other(int $tag, int $pending): mixed
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
    private function object(int $id, Definition $definition, int $count): void
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
    private function place(int $at, int $slot): void
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
