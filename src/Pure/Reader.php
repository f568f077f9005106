<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Exception\LyoException;
use Lyo\Native\Payload;
use Lyo\Wire\Definition as Kind;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Tag;

use function array_combine;
use function array_key_exists;
use function array_keys;
use function array_map;
use function array_values;
use function asort;
use function count;
use function is_int;
use function is_string;
use function ksort;
use function min;
use function ord;
use function strlen;
use function substr;

/**
 * Reads the value of a payload. Leaves and arrays are made here; objects and PHP references, which only unserialize() can
 * make, are given to a sink that writes them as serialize() text. It is asked at the end of a container, not for each leaf.
 *
 * $pending is what the containers around the value need of bytes behind it (spec section 7.2).
 *
 * @internal
 */
final class Reader extends Bulk
{
    /** The values of the tags from NULL to ARRAY_EMPTY. */
    private const CONSTANTS = [null, false, true, '', []];
    /** In the place of what is pending: leaves alone are read, which are no slots. */
    private const LEAVES = -1;

    private TextSink $sink;
    /** Pieces of text that the sink was asked for: a container in which some were is not an array of PHP. */
    private int $pieces = 0;
    /** Slots of serialize() text so far, as they are numbered there. */
    private int $slot = 0;
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
     * The value of a payload without classes and PHP references.
     *
     * @throws LyoException
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
        if ($head->places !== []) {
            $places = $head->places;
            asort($places);
            $reader->places = array_values($places);
            $reader->indices = array_keys($places);
            $reader->nextPlace();
        }
        $value = $reader->root();
        return $reader->sink()->text($value);
    }

    private function sink(): TextSink
    {
        $sink = $this->sink;
        $sink->at = $this->at;
        // a slot has a value, a key and a class, a key has a class; a string may begin as one of 255 bytes
        $sink->weighs = 4 * $this->slot * ($this->longest + 300) > TextSink::MOST;
        return $sink;
    }

    private function root(): mixed
    {
        $value = $this->values(1, 0)[0];
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
    private function values(int $n, int $pending, bool $keyed = false): array
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
        $slot = $this->slot;
        $leaves = $this->values($n, self::LEAVES);
        $this->slot = $slot;
        /** @var list<int|float|string|bool|null> */
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
            Tag::FRAME => $this->frame($token),
            Tag::USE_OBJECT, Tag::USE_REFERENCE => $this->again($token, $tag === Tag::USE_OBJECT),
            default => $this->leaf(),
        };
    }

    // ---- arrays --------------------------------------------------------------------------------------------------

    /** @return array<mixed>|TextPiece */
    private function array(int $token, int $count, int $pending, bool $keyed): array|TextPiece
    {
        $need = $keyed ? 2 * $count : $count;
        if ($this->bounded || $this->depth >= $this->maxDepth || $need > $this->end - $this->at - $pending || $need < 0) {
            $this->admit($token, $need, $count, $pending);
        }
        $this->depth++;
        $pieces = $this->pieces;
        $values = $this->values($count, $pending, $keyed);
        $this->depth--;
        return $pieces === $this->pieces ? $values : $this->sink()->array($values);
    }

    /** @return list<int|float|string|bool|null> */
    private function cellsOf(int $token, int $pending): array
    {
        $this->at++;
        $count = $this->countOf($token);
        $this->admit($token, 0, $count, $pending);
        $this->slot += $count;
        return $this->vector($count, $token);
    }

    /** @return array<mixed>|TextPiece */
    private function rows(int $token, bool $keyed, int $pending): array|TextPiece
    {
        $rows = $this->rowsHead($token, $keyed, $pending);
        $this->depth += 2;
        $pieces = $this->pieces;
        $all = [];
        for ($left = $rows->count; $left > 0;) {
            $count = min($left, $rows->block);
            $left -= $count;
            $keys = $keyed ? $this->rowKeys($count, $all) : [];
            [$columns, $rowWise] = $this->columns($rows, $count, $pending + $rows->need($left));
            $mixed = [];
            if ($rowWise === []) {
                $this->slot += $count * (1 + $rows->shape->count);
            } else {
                $mixed = $this->rowWise($columns, $rowWise, $count, $rows->shape->count, $pending + $rows->need($left));
            }
            $block = count($columns) === 1 ? array_map(static fn(mixed $cell): array => [$cell], $columns[0]) : array_map(null, ...$columns);
            foreach ($block as $i => $cells) {
                $row = isset($mixed[$i]) ? $this->sink()->record($rows->shape, $cells, true) : array_combine($rows->shape->keys, $cells);
                if ($keyed) {
                    $all[$keys[$i]] = $row;
                } else {
                    $all[] = $row;
                }
            }
        }
        $this->depth -= 2;
        return $pieces === $this->pieces ? $all : $this->sink()->array($all);
    }

    /**
     * Reads the cells that stand in the rows of a block, and puts them among its columns.
     *
     * @param array<int, list<mixed>> $columns
     * @param list<int> $rowWise numbers of the columns that stand in the rows
     *
     * @return array<int, true> rows that hold text
     */
    private function rowWise(array &$columns, array $rowWise, int $count, int $width, int $pending): array
    {
        $mixed = [];
        foreach ($rowWise as $column) {
            $columns[$column] = [];
        }
        ksort($columns);
        $left = $count * count($rowWise);
        for ($i = 0; $i < $count; $i++) {
            $pieces = $this->pieces;
            $next = -1;
            foreach ($rowWise as $column) {
                $this->slot += $column - $next;
                $columns[$column][] = $this->values(1, $pending + --$left)[0];
                $next = $column + 1;
            }
            $this->slot += $width - $next;
            if ($pieces !== $this->pieces) {
                $mixed[$i] = true;
            }
        }
        return $mixed;
    }

    private function frame(int $token): mixed
    {
        $this->at++;
        $size = $this->varlen($token);
        $this->admit($token, $size, 0, 0);
        $outer = [$this->end, $this->short, $this->strings];
        [$this->end, $this->short, $this->strings] = [$this->at + $size, ErrorCode::Size, []];
        $this->depth++;
        if ($this->at >= $this->end) {
            throw $this->ended($this->at);
        }
        $tag = ord($this->data[$this->at]);
        // what is in it is no slot
        $value = $tag === Tag::USE_REFERENCE ? throw $this->fail(ErrorCode::Tag, $this->at) : $this->other($tag, 0);
        $this->depth--;
        if ($this->at !== $this->end) {
            throw $this->fail(ErrorCode::Size, $this->at);
        }
        [$this->end, $this->short, $this->strings] = $outer;
        return $value;
    }

    // ---- definitions, objects, PHP references --------------------------------------------------------------------

    /** @return array<mixed>|TextPiece */
    private function instance(int $token, int $id, int $pending): array|TextPiece
    {
        $definition = $this->definitions[$id] ?? throw $this->fail(ErrorCode::DefinitionId, $token);
        $kind = $definition->kind;
        if ($kind > Kind::CLASS_SHAPE) {
            $this->head->used[$id] = true;
            $this->pieces++;
            return match ($kind) {
                Kind::OPEN_CLASS => $this->open($token, $definition, $pending),
                Kind::CUSTOM_CLASS => $this->custom($definition),
                default => $this->enumCase($definition),
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
            if ($this->sink->missing !== []) {
                $this->slot += $this->slotsOfName($definition);
            }
        }
        $pieces = $this->pieces;
        $values = $this->values($count, $pending);
        $this->depth--;
        if ($kind === Kind::CLASS_SHAPE) {
            return $this->sink()->record($definition, $values, $this->pieces++ !== $pieces);
        }
        return $pieces === $this->pieces ? array_combine($definition->keys, $values) : $this->sink()->record($definition, $values, true);
    }

    /** An object that will have no class has one property more, which holds the name. */
    private function slotsOfName(Definition $definition): int
    {
        return isset($this->sink->missing[$definition->class]) ? 1 : 0;
    }

    private function open(int $token, Definition $definition, int $pending): TextPiece
    {
        $count = $this->varlen($token);
        $count = $count < 0 ? PHP_INT_MAX >> 2 : min($count, PHP_INT_MAX >> 2);
        $this->admit($token, 2 * $count, $count, $pending);
        $this->depth++;
        $this->objects[] = $this->slot;
        $this->slot += $this->slotsOfName($definition);
        $keys = $values = $seen = [];
        for ($left = 2 * $count + $pending; $count > 0; $count--) {
            $at = $this->at;
            $key = $this->key($definition->class);
            if (isset($seen[$key])) {
                throw $this->fail(ErrorCode::DuplicateKey, $at);
            }
            $seen[$key] = true;
            $keys[] = $key;
            $left -= 2;
            $values[] = $this->values(1, $left)[0];
        }
        $this->depth--;
        return $this->sink()->object($definition, $keys, $values);
    }

    private function custom(Definition $definition): TextPiece
    {
        $this->objects[] = $this->slot;
        $this->slot += $this->slotsOfName($definition);
        $payload = $this->string();
        if (isset($this->sink->missing[$definition->class])) {
            return $this->sink()->object($definition, [], []);
        }
        $payload = Payload::renumber($payload, 0, $this->slot);
        $this->slot += Payload::slots($payload, $this->slot);
        return $this->sink()->custom($definition, $payload);
    }

    private function enumCase(Definition $definition): TextPiece
    {
        $first = $this->cases["$definition->class:$definition->case"] ??= $this->slot;
        return $first === $this->slot ? $this->sink->enumCase($definition) : new TextPiece("r:$first;");
    }

    private function again(int $token, bool $object): TextPiece
    {
        if (!$this->head->sharing) {
            throw $this->fail(ErrorCode::Tag, $token);
        }
        $this->at++;
        $number = $this->varlen($token);
        $slot = ($object ? $this->objects : $this->references)[$number]
            ?? throw $this->fail($object ? ErrorCode::ObjectId : ErrorCode::ReferenceId, $token);
        $this->pieces++;
        if ($object) {
            return new TextPiece("r:$slot;");
        }
        $this->slot--; // R: has no number of its own
        return new TextPiece("R:$slot;");
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
        $this->hits++;
        $this->nextPlace();
    }
}
