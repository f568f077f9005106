<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Wire\Definition as Kind;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Tag;

use function array_combine;
use function array_flip;
use function array_keys;
use function count;
use function ord;
use function substr;

/**
 * Has the loop that reads most of a payload: the most frequent leaves, and lists, maps, records and objects of a shape, at any depth.
 *
 * @internal
 */
abstract class Values extends Bulk
{
    /** The values of the tags from NULL to ARRAY_EMPTY. */
    private const CONSTANTS = [null, false, true, '', []];
    /** As $pending, makes values() read leaves only, which are no slots. */
    protected const LEAVES = -1;

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

    /** @var array<int|string, int> values of bytes; byte 0 has another value that is no tag either, because the loop takes small values for ints */
    private static array $tags = [];

    protected ?TextSink $sink = null;
    /** Definition of the container that begin() has read; null for a list or map. */
    protected ?Definition $shape = null;
    /** Offset of the next place of the tables; PHP_INT_MAX if there is none. */
    protected int $next = PHP_INT_MAX;

    /** Reads a value that values() does not read itself. */
    abstract protected function other(int $tag, int $pending): mixed;

    /** Begins an object. */
    abstract protected function object(int $id, Definition $definition, int $count): void;

    /**
     * Begins what the next place of the tables names: a PHP reference, an array that may occur again, or both. The place must be that of the token
     * at $at.
     *
     * @return int|null index of the place in the array table; null if it is not in there
     */
    abstract protected function place(int $at, int $slot): ?int;

    /** Reads the array at a place of the array table, and keeps it for USE_ARRAY. */
    abstract protected function placed(int $index, int $pending): mixed;

    /**
     * Reads the next $n values. The most frequent leaves are read here, without a call for each. So are lists, maps, records and objects of a shape, unless
     * they are passed to a stream: $outer, $counts, $keys and $shapes keep the state of the containers around the present one, by level.
     *
     * A short string may pass the end of the data. This is checked before the next token, and after the last one.
     *
     * @param bool $keyed whether a key stands before each value
     *
     * @return ($keyed is true ? array<mixed> : list<mixed>)
     */
    protected function values(int $n, int $pending, bool $keyed = false): array
    {
        $data = $this->data;
        $names = $this->names;
        $strings = &$this->strings;
        $tags = self::$tags === [] ? self::$tags = ["\0" => Tag::DOUBLE + 1] + array_flip(Bytes::chars()) : self::$tags;
        $definitions = $this->definitions;
        $end = $this->end;
        $slots = $pending !== self::LEAVES;
        $stop = $slots && $this->next < $end ? $this->next : $end;
        $containers = $slots && $this->stream === null;
        $room = $this->counted ? 0 : $this->maxDepth - $this->depth;
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
                    $index = $this->place($at, $this->slot + $uncounted - $n);
                    if ($index !== null) {
                        $this->at = $at;
                        $this->slot += $uncounted - $n - 1;
                        $uncounted = $n;
                        $this->depth += $level;
                        $values[] = $this->placed($index, $pending + ($seen === null ? $n : 2 * $n));
                        $this->depth -= $level;
                        $at = $this->at;
                    }
                    $stop = $this->next < $end ? $this->next : $end;
                    if ($index !== null) {
                        continue;
                    }
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
                    // fast path for the most frequent containers
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
            $outer[$level] = null; // otherwise adding the next value would copy the array
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

    /**
     * Begins a list, map, record or object of a shape, and admits it. Sets $shape.
     *
     * @param int $level number of containers that values() has open
     * @param int $room number of those that it may have open
     *
     * @return int|null number of its values; null if another token stands here, of which nothing is read
     */
    protected function begin(int $tag, int $pending, int $level, int $room): ?int
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

    /** Reads the tag of an instance, and returns the id of its definition. */
    protected function definitionId(int $tag): int
    {
        if ($tag >= Tag::INSTANCE) {
            return $this->fixed($tag - Tag::INSTANCE + 1, Tag::INSTANCE_SHORT_LAST - Tag::INSTANCE_SHORT);
        }
        $this->at++;
        return $tag - Tag::INSTANCE_SHORT;
    }

    /** Reads the tag of a list or map, and returns its count. */
    protected function countAt(int $tag): int
    {
        if ($tag >= Tag::LIST) {
            return $this->fixed(($tag & 3) + 1, Tag::LIST_SHORT_LAST - Tag::LIST_SHORT + 1);
        }
        $this->at++;
        return ($tag & 7) + 1;
    }

    /** Tells whether the tag of a list or map is that of a map. */
    protected static function isMap(int $tag): bool
    {
        return $tag >= Tag::MAP || $tag >= Tag::MAP_SHORT && $tag <= Tag::MAP_SHORT_LAST;
    }
}
