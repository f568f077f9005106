<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Exception\LyoException;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Tag;

use function array_combine;
use function array_key_exists;
use function array_map;
use function count;
use function ksort;
use function min;
use function ord;
use function substr;

/**
 * Builds the value of a payload that has no classes and no PHP references. $pending is what the containers around the
 * value need of bytes behind it (spec section 7.2).
 *
 * @internal
 */
final class ValueReader extends Bulk
{
    /** The values of the tags from NULL to ARRAY_EMPTY. */
    private const CONSTANTS = [null, false, true, '', []];

    /** @throws LyoException */
    public static function read(string $data, Head $head, int $maxDepth, int $maxElements): mixed
    {
        $reader = new self($data, $head, $maxDepth, $maxElements);
        $value = $reader->values(1, 0)[0];
        if ($reader->at !== $reader->end) {
            throw $reader->fail(ErrorCode::Trailing, $reader->at);
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
        $end = $this->end;
        $at = $this->at;
        $strings = &$this->strings;
        $values = [];
        $key = 0;
        while (--$n >= 0) {
            if ($keyed) {
                $tag = $at + 1 < $end ? ord($data[$at]) : 0;
                $size = $tag - (Tag::STRING_SHORT - 2);
                if ($size > 1 && $tag <= Tag::STRING_SHORT_LAST && $data[$at + 1] > '9' && $size < $end - $at) {
                    $key = $strings[] = substr($data, $at + 1, $size);
                    $token = $at;
                    $at += $size + 1;
                } elseif ($tag >= Tag::BACKREF_NEAR && ($near = $strings[count($strings) - ($tag - (Tag::BACKREF_NEAR - 1))] ?? '') > ':') {
                    $key = $near;
                    $token = $at++;
                } else {
                    $this->at = $token = $at;
                    $key = $this->key(null);
                    $at = $this->at;
                }
                if (isset($values[$key]) || array_key_exists($key, $values)) {
                    throw $this->fail(ErrorCode::DuplicateKey, $token);
                }
            }
            if ($at >= $end) {
                throw $this->ended($at);
            }
            $tag = ord($data[$at]);
            if ($tag <= Tag::INT_SMALL_LAST && $tag !== 0) {
                $value = $tag - (Tag::INT_SMALL + 1);
                $at++;
            } elseif ($tag <= Tag::STRING_SHORT_LAST && $tag !== 0) {
                $size = $tag - (Tag::STRING_SHORT - 2);
                if ($size >= $end - $at) {
                    throw $this->ended($at);
                }
                $value = $strings[] = substr($data, $at + 1, $size);
                $at += $size + 1;
            } elseif ($tag >= Tag::BACKREF_NEAR) {
                $value = $strings[count($strings) - ($tag - (Tag::BACKREF_NEAR - 1))] ?? throw $this->fail(ErrorCode::StringId, $at);
                $at++;
            } elseif ($tag < Tag::BACKREF_12 && $tag !== 0) {
                $this->at = $at;
                $value = $this->other($tag, $keyed ? $pending + 2 * $n : $pending + $n);
                $at = $this->at;
            } elseif ($tag >= Tag::NULL && $tag <= Tag::ARRAY_EMPTY) {
                $value = self::CONSTANTS[$tag - Tag::NULL];
                $at++;
            } elseif ($tag >= Tag::NAME && $tag <= Tag::NAME_LAST && $at + 1 < $end) {
                $value = $this->names[($tag - Tag::NAME) << 8 | ord($data[$at + 1])] ?? throw $this->fail(ErrorCode::StringId, $at);
                $at += 2;
            } elseif ($tag >= Tag::BACKREF_12 && $tag <= Tag::BACKREF_12_LAST) {
                $this->at = $at;
                $value = $this->string();
                $at = $this->at;
            } elseif ($tag >= Tag::PREFIXED && $tag <= Tag::PREFIXED_SHORT) {
                $this->at = $at;
                $value = $this->prefixed($tag);
                $at = $this->at;
            } else {
                $this->at = $at;
                $value = $this->other($tag, $keyed ? $pending + 2 * $n : $pending + $n);
                $at = $this->at;
            }
            if ($keyed) {
                $values[$key] = $value;
            } else {
                $values[] = $value;
            }
        }
        $this->at = $at;
        return $values;
    }

    /** A value that is no frequent leaf. */
    private function other(int $tag, int $pending): mixed
    {
        $token = $this->at;
        if ($tag >= Tag::INSTANCE_SHORT && $tag <= Tag::INSTANCE_SHORT_LAST) {
            $this->at++;
            return $this->record($token, $tag - Tag::INSTANCE_SHORT, $pending);
        }
        if ($tag >= Tag::LIST_SHORT && $tag <= Tag::LIST_SHORT_LAST) {
            $this->at++;
            return $this->list($token, $tag - Tag::LIST_SHORT + 1, $pending);
        }
        if ($tag >= Tag::MAP_SHORT && $tag <= Tag::MAP_SHORT_LAST) {
            $this->at++;
            return $this->map($token, $tag - Tag::MAP_SHORT + 1, $pending);
        }
        if ($tag >= Tag::LIST && $tag <= Tag::LIST_LAST) {
            return $this->list($token, $this->fixed($tag - Tag::LIST + 1, Tag::LIST_SHORT_LAST - Tag::LIST_SHORT + 1), $pending);
        }
        if ($tag >= Tag::MAP && $tag <= Tag::MAP_LAST) {
            return $this->map($token, $this->fixed($tag - Tag::MAP + 1, Tag::MAP_SHORT_LAST - Tag::MAP_SHORT + 1), $pending);
        }
        if ($tag >= Tag::INSTANCE && $tag <= Tag::INSTANCE_LAST) {
            return $this->record($token, $this->fixed($tag - Tag::INSTANCE + 1, Tag::INSTANCE_SHORT_LAST - Tag::INSTANCE_SHORT), $pending);
        }
        if ($tag === Tag::VECTOR) {
            $this->at++;
            $count = $this->countOf($token);
            $this->admit($token, 0, $count, $pending);
            return $this->vector($count, $token);
        }
        if ($tag === Tag::ROWS || $tag === Tag::ROWS_KEYED) {
            return $this->rows($token, $tag === Tag::ROWS_KEYED, $pending);
        }
        if ($tag === Tag::FRAME) {
            return $this->frame($token);
        }
        return $this->leaf();
    }

    /** @return list<mixed> */
    private function list(int $token, int $count, int $pending): array
    {
        $this->admit($token, $count, $count, $pending);
        $this->depth++;
        $values = $this->values($count, $pending);
        $this->depth--;
        return $values;
    }

    /** @return array<mixed> */
    private function record(int $token, int $id, int $pending): array
    {
        $shape = $this->head->definitions[$id] ?? throw $this->fail(ErrorCode::DefinitionId, $token);
        $this->admit($token, $shape->count, $shape->count, $pending);
        $this->depth++;
        $values = $this->values($shape->count, $pending);
        $this->depth--;
        return array_combine($shape->keys, $values);
    }

    /** @return array<mixed> */
    private function map(int $token, int $count, int $pending): array
    {
        $this->admit($token, 2 * $count, $count, $pending);
        $this->depth++;
        $map = $this->values($count, $pending, true);
        $this->depth--;
        return $map;
    }

    /** @return array<mixed> */
    private function rows(int $token, bool $keyed, int $pending): array
    {
        $rows = $this->rowsHead($token, $keyed, $pending);
        $this->depth += 2;
        $all = [];
        for ($left = $rows->count; $left > 0;) {
            $count = min($left, $rows->block);
            $left -= $count;
            $keys = $keyed ? $this->rowKeys($count, $all) : [];
            [$columns, $rowWise] = $this->columns($rows, $count, $pending + $rows->need($left));
            if ($rowWise !== []) {
                $cells = $this->values(count($rowWise) * $count, $pending + $rows->need($left));
                $width = count($rowWise);
                foreach ($rowWise as $position => $column) {
                    $columns[$column] = [];
                    for ($i = $position; $i < $width * $count; $i += $width) {
                        $columns[$column][] = $cells[$i];
                    }
                }
                ksort($columns);
            }
            $block = count($columns) === 1 ? array_map(static fn(mixed $cell): array => [$cell], $columns[0]) : array_map(null, ...$columns);
            foreach ($block as $i => $cells) {
                $row = array_combine($rows->shape->keys, $cells);
                if ($keyed) {
                    $all[$keys[$i]] = $row;
                } else {
                    $all[] = $row;
                }
            }
        }
        $this->depth -= 2;
        return $all;
    }

    private function frame(int $token): mixed
    {
        $this->at++;
        $size = $this->varlen($token);
        $this->admit($token, $size, 0, 0);
        [$end, $short, $strings] = [$this->end, $this->short, $this->strings];
        [$this->end, $this->short, $this->strings] = [$this->at + $size, ErrorCode::Size, []];
        $this->depth++;
        $value = $this->values(1, 0)[0];
        $this->depth--;
        if ($this->at !== $this->end) {
            throw $this->fail(ErrorCode::Size, $this->at);
        }
        [$this->end, $this->short, $this->strings] = [$end, $short, $strings];
        return $value;
    }
}
