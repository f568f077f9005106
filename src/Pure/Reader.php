<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Closure;
use LogicException;
use Lyo\Exception\LyoException;
use Lyo\Native\Payload;
use Lyo\Wire\Definition as Kind;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;
use Lyo\Wire\Tag;

use function array_combine;
use function array_key_exists;
use function array_keys;
use function array_values;
use function asort;
use function count;
use function is_int;
use function is_string;
use function min;
use function ord;
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

    private ?TextSink $sink = null;
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
     * @param array<string, true> $missing classes whose objects will be incomplete: for unserialize(), which reads no payload then, and takes
     *     no name that cannot be a class's
     *
     * @throws LyoException
     */
    public static function text(string $data, Head $head, int $maxDepth, int $maxElements, array $missing = []): string
    {
        $reader = new self($data, $head, $maxDepth, $maxElements);
        $reader->sink = new TextSink(strlen($data), $missing);
        $reader->missing = $missing;
        $value = $reader->root();
        return $reader->sink()->text($value);
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

    protected function sink(): TextSink
    {
        $sink = $this->sink ?? throw new LogicException();
        $sink->at = $this->at;
        $sink->weighs = $this->mayBeLong();
        return $sink;
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

    /**
     * The next n values; with $keyed each behind its key. The most frequent leaves are read here, without a call for each.
     *
     * @return ($keyed is true ? array<mixed> : list<mixed>)
     */
    protected function values(int $n, int $pending, bool $keyed = false): array
    {
        $data = $this->data;
        $names = $this->names;
        $strings = &$this->strings;
        $end = $this->end;
        $stop = $this->next < $end && $pending !== self::LEAVES ? $this->next : $end;
        $at = $this->at;
        $values = [];
        $uncounted = $n;
        $key = null;
        while ($n > 0) {
            if ($at >= $stop) {
                if ($at >= $end) {
                    throw $this->ended($at);
                }
                if (!$keyed || $key !== null) {
                    $this->place($at, $this->slot + $uncounted - $n + 1);
                    $stop = $this->next < $end ? $this->next : $end;
                }
            }
            $token = $at;
            $tag = ord($data[$at]);
            do {
                if ($tag < Tag::BACKREF_12) {
                    if ($tag <= Tag::STRING_SHORT_LAST) {
                        if ($tag >= Tag::STRING_SHORT) {
                            $size = $tag - (Tag::STRING_SHORT - 2);
                            if ($size >= $end - $at) {
                                throw $this->ended($at);
                            }
                            $value = $strings[] = substr($data, $at + 1, $size);
                            $at += $size + 1;
                            break;
                        }
                        if ($tag !== 0) {
                            $value = $tag - (Tag::INT_SMALL + 1);
                            $at++;
                            break;
                        }
                    }
                } elseif ($tag >= Tag::NAME) {
                    if ($tag >= Tag::BACKREF_NEAR) {
                        $value = $strings[count($strings) - ($tag - (Tag::BACKREF_NEAR - 1))] ?? throw $this->fail(ErrorCode::StringId, $at);
                        $at++;
                        break;
                    }
                    if ($tag <= Tag::NAME_LAST) {
                        if ($at + 1 < $end) {
                            $value = $names[($tag - Tag::NAME) << 8 | ord($data[$at + 1])] ?? throw $this->fail(ErrorCode::StringId, $at);
                            $at += 2;
                            break;
                        }
                    } elseif ($tag >= Tag::PREFIXED && $tag <= Tag::PREFIXED_SHORT) {
                        $this->at = $at;
                        $value = $this->prefixed($tag);
                        $at = $this->at;
                        break;
                    }
                } elseif ($tag >= Tag::NULL) {
                    if ($tag < Tag::ARRAY_EMPTY || $tag === Tag::ARRAY_EMPTY && $pending !== self::LEAVES) {
                        $value = self::CONSTANTS[$tag - Tag::NULL];
                        $at++;
                        break;
                    }
                    if ($tag === Tag::STRING && $at + 1 < $end && ($size = ord($data[$at + 1])) > self::SHORT_STRING && $size < $end - $at - 1) {
                        $value = $strings[] = substr($data, $at + 2, $size);
                        $at += $size + 2;
                        break;
                    }
                } elseif ($at + 1 < $end) {
                    $value = $this->known(($tag - Tag::BACKREF_12) << 8 | ord($data[$at + 1]), $at);
                    $at += 2;
                    break;
                }
                $this->at = $at;
                if ($keyed && $key === null) {
                    $value = $this->key(null);
                } elseif ($pending === self::LEAVES) {
                    $value = $this->leaf();
                } else {
                    $this->slot += $uncounted - $n + 1;
                    $uncounted = $n - 1;
                    $value = $this->other($tag, $pending + ($keyed ? 2 * $uncounted : $uncounted));
                    if ($stop !== $end) {
                        $stop = $this->next < $end ? $this->next : $end;
                    }
                }
                $at = $this->at;
            } while (false);
            if (!$keyed) {
                $values[] = $value;
                $n--;
            } elseif ($key !== null) {
                $values[$key] = $value;
                $key = null;
                $n--;
            } else {
                if (is_string($value)) {
                    if ($value !== '' && $value[0] <= '9' && (string) (int) $value === $value) {
                        throw $this->fail(ErrorCode::NumericKey, $token);
                    }
                } elseif (!is_int($value)) {
                    throw $this->fail(ErrorCode::Key, $token);
                }
                if (array_key_exists($value, $values)) {
                    throw $this->fail(ErrorCode::DuplicateKey, $token);
                }
                $key = $value;
            }
        }
        $this->slot += $uncounted;
        $this->at = $at;
        return $values;
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

    /** A value that is no frequent leaf. */
    private function other(int $tag, int $pending): mixed
    {
        $token = $this->at;
        if ($tag <= Tag::MAP_SHORT_LAST) {
            $this->at++;
            if ($tag >= Tag::MAP_SHORT) {
                return $this->array($token, $tag - Tag::MAP_SHORT + 1, $pending, true);
            }
            if ($tag >= Tag::LIST_SHORT) {
                return $this->array($token, $tag - Tag::LIST_SHORT + 1, $pending, false);
            }
            if ($tag >= Tag::INSTANCE_SHORT) {
                return $this->instance($token, $tag - Tag::INSTANCE_SHORT, $pending);
            }
            $this->at--;
        }
        if ($tag < Tag::LIST) {
            if ($tag >= Tag::INT && $tag <= Tag::INT_LAST) {
                return $this->int($tag);
            }
            if ($tag !== Tag::ARRAY_EMPTY) {
                return $this->leaf();
            }
            $this->at++;
            return [];
        }
        if ($tag <= Tag::LIST_LAST) {
            return $this->array($token, $this->fixed($tag - Tag::LIST + 1, Tag::LIST_SHORT_LAST - Tag::LIST_SHORT + 1), $pending, false);
        }
        if ($tag <= Tag::MAP_LAST) {
            return $this->array($token, $this->fixed($tag - Tag::MAP + 1, Tag::MAP_SHORT_LAST - Tag::MAP_SHORT + 1), $pending, true);
        }
        if ($tag >= Tag::INSTANCE && $tag <= Tag::INSTANCE_LAST) {
            return $this->instance($token, $this->fixed($tag - Tag::INSTANCE + 1, Tag::INSTANCE_SHORT_LAST - Tag::INSTANCE_SHORT), $pending);
        }
        return match ($tag) {
            Tag::VECTOR => $this->cellsOf($token, $pending),
            Tag::ROWS, Tag::ROWS_KEYED => $this->rows($token, $tag === Tag::ROWS_KEYED, $pending),
            Tag::USE_OBJECT, Tag::USE_REFERENCE => $this->again($token, $tag === Tag::USE_OBJECT),
            default => $this->leaf(),
        };
    }

    // ---- arrays --------------------------------------------------------------------------------------------------

    private function array(int $token, int $count, int $pending, bool $keyed): mixed
    {
        $need = $keyed ? 2 * $count : $count;
        if ($this->bounded || $this->depth >= $this->maxDepth || $need > $this->end - $this->at - $pending || $need < 0) {
            $this->admit($token, $need, $count, $pending);
        }
        $this->depth++;
        if ($this->stream !== null) {
            return $this->streamed($this->stream, $token, null, $count, $keyed, $pending);
        }
        $pieces = $this->pieces;
        $values = $this->values($count, $pending, $keyed);
        $this->depth--;
        return $pieces === $this->pieces ? $values : $this->sink()->array($values);
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

    private function instance(int $token, int $id, int $pending): mixed
    {
        $definition = $this->definitions[$id] ?? throw $this->fail(ErrorCode::DefinitionId, $token);
        $kind = $definition->kind;
        if ($kind > Kind::CLASS_SHAPE) {
            $this->head->used[$id] = true;
            $this->pieces += $this->sink === null ? 0 : 1;
            return match ($kind) {
                Kind::OPEN_CLASS => $this->open($token, $definition, $pending),
                Kind::CUSTOM_CLASS => $this->custom($token, $definition),
                default => $this->enumCase($token, $definition),
            };
        }
        $count = $definition->count;
        if ($this->bounded || $this->depth >= $this->maxDepth || $count > $this->end - $this->at - $pending) {
            $this->admit($token, $count, $count, $pending);
        }
        $this->depth++;
        if ($kind === Kind::CLASS_SHAPE) {
            $this->head->used[$id] = true;
            $this->objects[] = $this->slot;
            if ($this->missing !== []) {
                $this->slot += $this->slotsOfName($definition);
            }
        }
        if ($this->stream !== null) {
            return $this->streamed($this->stream, $token, $definition, $count, false, $pending);
        }
        $pieces = $this->pieces;
        $values = $this->values($count, $pending);
        $this->depth--;
        if ($kind === Kind::CLASS_SHAPE) {
            if ($this->sink === null) {
                return (object) array_combine($definition->keys, $values);
            }
            if ($this->pieces++ !== $pieces || $definition->numericNames || $this->missing !== [] || $this->mayBeLong()) {
                return $this->sink()->record($definition, $values, $this->pieces !== $pieces + 1);
            }
            return TextSink::plainRecord($definition, $values);
        }
        return $pieces === $this->pieces ? array_combine($definition->keys, $values) : $this->sink()->record($definition, $values, true);
    }

    /** An object that will have no class has one property more, which holds the name. */
    private function slotsOfName(Definition $definition): int
    {
        return isset($this->missing[$definition->class]) ? 1 : 0;
    }

    private function open(int $token, Definition $definition, int $pending): mixed
    {
        $count = $this->varlen($token);
        $count = $count < 0 ? PHP_INT_MAX >> 2 : min($count, PHP_INT_MAX >> 2);
        $this->admit($token, 2 * $count, $count, $pending);
        $this->depth++;
        $this->objects[] = $this->slot;
        $this->slot += $this->slotsOfName($definition);
        if ($this->stream !== null) {
            return $this->streamed($this->stream, $token, $definition, $count, true, $pending);
        }
        [$keys, $values] = $this->entries($count, $definition->class, $pending);
        $this->depth--;
        if ($this->sink === null) {
            return Definition::hasNul($keys) ? throw new Ambiguous() : (object) array_combine($keys, $values);
        }
        return $this->sink()->object($definition, $keys, $values);
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

    private function custom(int $token, Definition $definition): mixed
    {
        $this->objects[] = $this->slot;
        $this->slot += $this->slotsOfName($definition);
        $this->tell('custom', $token, $definition->class);
        $payload = $this->string();
        if ($this->stream !== null) {
            return $this->stream->custom($token, $this->at, $definition->class, $payload);
        }
        if (isset($this->missing[$definition->class])) {
            return $this->sink()->object($definition, [], []);
        }
        $payload = Payload::renumber($payload, 0, $this->slot);
        $this->slot += Payload::slots($payload, $this->slot);
        return $this->sink()->custom($definition, $payload);
    }

    private function enumCase(int $token, Definition $definition): mixed
    {
        if ($this->stream !== null) {
            return $this->stream->enumCase($token, $this->at, $definition);
        }
        $first = $this->cases["$definition->class:$definition->case"] ??= $this->slot;
        return $first === $this->slot ? $this->sink()->enumCase($definition) : new TextPiece("r:$first;");
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
        $this->pieces++;
        if (!$object) {
            $this->slot--; // R: has no number of its own
        }
        return $this->stream === null ? new TextPiece($object ? "r:$slot;" : "R:$slot;") : $this->stream->again($token, $this->at, $object, $number, $slot);
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
