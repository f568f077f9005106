<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use __PHP_Incomplete_Class;
use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Pure\Tree\Custom;
use Lyo\Pure\Tree\EnumCase;
use Lyo\Pure\Tree\Instance;
use Lyo\Pure\Tree\Reference;
use Lyo\Wire\Definition as Kind;
use Lyo\Wire\Head as HeadByte;
use Lyo\Wire\Limit;
use Lyo\Wire\Tag;
use Lyo\Wire\Vector;

use function array_is_list;
use function chr;
use function count;
use function is_array;
use function is_int;
use function is_object;
use function is_string;
use function spl_object_id;
use function strlen;

/**
 * Writes a tree (spec section 6): scalars and arrays, with nodes for objects and PHP references. Objects of unknown
 * class, as unserialize() makes them when no class is allowed, are taken for what they are the rest of.
 *
 * @internal
 */
final class Encoder extends Runs
{
    /** Where an object of unknown class has the name of its class. */
    private const NAME = '__PHP_Incomplete_Class_Name';

    /** @var array<string, bool> classes that a class shape or open class is defined for */
    private array $known = [];
    /** @var array<string, int> */
    private array $open = [];
    /** @var array<string, int> */
    private array $custom = [];
    /** @var array<string, int> */
    private array $cases = [];
    /** @var array<int, int> id of an object => ordinal */
    private array $ordinals = [];
    /** @var list<int> body offsets of PHP references by index */
    private array $references = [];
    private bool $sharing = false;

    /**
     * @param int $maxDepth 0 for no limit
     *
     * @throws LyoException
     */
    public static function encode(mixed $tree, int $maxDepth): string
    {
        $encoder = new self($maxDepth);
        $encoder->slots([$tree], false, false);
        return $encoder->payload();
    }

    private function payload(): string
    {
        $flags = ($this->preamble !== '' ? HeadByte::PREAMBLE : 0) | ($this->sharing ? HeadByte::SHARING : 0);
        $head = chr(HeadByte::MAGIC) . chr(HeadByte::VERSION << 4 | $flags);
        if ($this->preamble !== '') {
            $head .= Bytes::varlen(strlen($this->preamble)) . $this->preamble;
        }
        if ($this->sharing) {
            $head .= Bytes::varlen(count($this->references)) . implode('', array_map(Bytes::varlen(...), $this->references));
        }
        return $head . $this->out;
    }

    /**
     * Writes values, with their keys if they are those of a map.
     *
     * @param array<mixed> $values
     * @param bool $define the shape of the first value is to be defined
     */
    private function slots(array $values, bool $keyed, bool $define): void
    {
        foreach ($values as $key => $value) {
            if ($keyed) {
                $this->out .= is_int($key) ? self::intToken($key) : self::stringToken($key, $this->strings);
            }
            if (is_string($value)) {
                $this->out .= self::stringToken($value, $this->strings);
            } elseif (is_int($value)) {
                $this->out .= $value >= -1 && $value < Tag::INT_SMALL_LAST - Tag::INT_SMALL
                    ? chr($value + (Tag::INT_SMALL + 1)) : self::intToken($value);
            } elseif (is_array($value)) {
                $this->array($value, $define);
            } elseif (is_object($value)) {
                $this->object($value);
            } else {
                $this->leaf($value);
            }
            $define = false;
        }
    }

    // ---- arrays --------------------------------------------------------------------------------------------------

    /** @param array<mixed> $array */
    private function array(array $array, bool $define): void
    {
        $n = count($array);
        if ($n === 0) {
            $this->out .= chr(Tag::ARRAY_EMPTY);
            return;
        }
        $this->enter();
        if (array_is_list($array)) {
            $this->list($array, $n);
        } else {
            $this->map($array, $n, $define);
        }
        $this->depth--;
    }

    /** @param non-empty-list<mixed> $list */
    private function list(array $list, int $n): void
    {
        if ($n >= 4 && $this->writeVector($list)) {
            return;
        }
        $keys = is_array($list[0]) ? self::keysOfFirstTwo($list) : null;
        if ($n >= 8 && $keys !== null && $this->rows($list, $keys, false)) {
            return;
        }
        $this->number(Tag::LIST_SHORT, 8, Tag::LIST, 1, $n);
        $this->slots($list, false, $keys !== null);
    }

    /**
     * @param array<mixed> $map
     * @param bool $define its shape is to be defined
     */
    private function map(array $map, int $n, bool $define): void
    {
        $keysOfRows = self::keysOfFirstTwo($map);
        if ($n >= 8 && $keysOfRows !== null && $this->rows($map, $keysOfRows, true)) {
            return;
        }
        $keys = self::shapeKeys($map);
        $definition = $keys !== null ? $this->mapDefinition($keys, $define) : null;
        if ($definition !== null) {
            $this->instance($definition);
            $this->slots($map, false, $keysOfRows !== null);
        } else {
            $this->number(Tag::MAP_SHORT, 8, Tag::MAP, 1, $n);
            $this->slots($map, true, $keysOfRows !== null);
        }
    }

    /**
     * The keys of a map that may have a shape; null if it may not.
     *
     * @param array<mixed> $map
     *
     * @return non-empty-list<int|string>|null
     */
    private static function shapeKeys(array $map): ?array
    {
        $n = count($map);
        if ($n === 0 || $n > Limit::SHAPE_KEYS) {
            return null;
        }
        $keys = array_keys($map);
        foreach ($keys as $key) {
            if (is_string($key)) {
                return $keys;
            }
        }
        return null;
    }

    /**
     * The keys of the first entry, if the first two are maps of the same shape: the sign of a table of rows.
     *
     * @param array<mixed> $array
     *
     * @return non-empty-list<int|string>|null
     */
    private static function keysOfFirstTwo(array $array): ?array
    {
        $keys = null;
        foreach ($array as $entry) {
            if (!is_array($entry)) {
                return null;
            }
            if ($keys !== null) {
                return array_keys($entry) === $keys ? $keys : null;
            }
            $keys = self::shapeKeys($entry);
            if ($keys === null) {
                return null;
            }
        }
        return null;
    }

    // ---- rows ----------------------------------------------------------------------------------------------------

    /**
     * Writes a list or map of records as rows, if that is its form (spec section 6.4).
     *
     * @param array<mixed> $array
     * @param non-empty-list<int|string> $keys of the first entry
     */
    private function rows(array $array, array $keys, bool $keyed): bool
    {
        $columns = count($keys);
        if ($columns > Limit::ROW_KEYS) {
            return false;
        }
        $leaves = null;
        foreach ($array as $row) {
            if (!is_array($row)) {
                return false;
            }
            if ($leaves === null) {
                $leaves = count(array_filter($row, self::isLeaf(...)));
                if ($leaves * 2 < $columns || !$this->draw(0, strlen($this->out))) {
                    return false;
                }
            } elseif (array_keys($row) !== $keys) {
                return false;
            }
        }
        $this->enter();
        $definition = (int) $this->mapDefinition($keys, true);
        $this->out .= chr($keyed ? Tag::ROWS_KEYED : Tag::ROWS) . Bytes::varlen(count($array)) . Bytes::varlen($definition);
        $table = RowsHead::table($columns);
        $block = RowsHead::blockOf($table);
        for ($from = 0, $n = count($array); $from < $n; $from += $block) {
            $rows = array_slice($array, $from, $block, true);
            if ($keyed) {
                foreach ($rows as $key => $row) {
                    $this->out .= is_int($key) ? self::intToken($key) : self::stringToken($key, $this->strings);
                }
            }
            $this->block($rows, $keys, 2 * $table);
        }
        $this->depth--;
        return true;
    }

    private static function isLeaf(mixed $cell): bool
    {
        return !is_array($cell) && !is_object($cell);
    }

    /**
     * @param array<mixed> $rows
     * @param non-empty-list<int|string> $keys
     */
    private function block(array $rows, array $keys, int $credit): void
    {
        $columns = [];
        $rowWise = [];
        foreach ($keys as $key) {
            $cells = array_column($rows, $key);
            foreach ($cells as $cell) {
                if (is_array($cell) || is_object($cell)) {
                    $rowWise[] = $key;
                    $cells = [];
                    break;
                }
            }
            $columns[] = $cells;
        }
        $claimed = count($rows) * count($rowWise);
        $size = strlen($this->out);
        $strings = count($this->strings);
        $this->columns($columns, false);
        if (!$this->draw(count($rows) * $credit, strlen($this->out) + $claimed)) {
            $this->out = substr($this->out, 0, $size);
            $this->strings = \array_slice($this->strings, 0, $strings, true);
            $this->columns($columns, true);
            // written out, the cells of a row are at most what the credit gives for each of its bytes
            $this->draw(count($rows) * $credit, strlen($this->out) + $claimed);
        }
        if ($rowWise === []) {
            return;
        }
        $cells = [];
        foreach ($rows as $row) {
            foreach ($rowWise as $key) {
                $cells[] = is_array($row) ? $row[$key] : null;
            }
        }
        $this->slots($cells, false, false);
    }

    /** @param list<list<mixed>> $columns empty ones stand in the rows */
    private function columns(array $columns, bool $explicit): void
    {
        foreach ($columns as $cells) {
            if ($cells === []) {
                $this->out .= chr(Vector::ROW_WISE);
            } elseif ($explicit) {
                $this->writeMixed($cells);
            } else {
                $this->writeColumn($cells);
            }
        }
    }

    // ---- objects -------------------------------------------------------------------------------------------------

    private function object(object $node): void
    {
        if ($node instanceof Reference) {
            $this->reference($node);
        } elseif ($node instanceof EnumCase) {
            $this->instance($this->cases["$node->class:$node->case"] ??= $this->define(Kind::ENUM_CASE, $node->class, $node->case));
        } elseif (isset($this->ordinals[spl_object_id($node)])) {
            $this->sharing = true;
            $this->out .= chr(Tag::USE_OBJECT) . Bytes::varlen($this->ordinals[spl_object_id($node)]);
        } elseif ($node instanceof Custom) {
            $this->ordinals[spl_object_id($node)] = count($this->ordinals);
            $this->instance($this->custom[$node->class] ??= $this->define(Kind::CUSTOM_CLASS, $node->class));
            $this->out .= self::stringToken($node->payload, $this->strings);
        } elseif ($node instanceof Instance) {
            $this->state($node, $node->class, $node->keys, $node->values);
        } elseif ($node instanceof __PHP_Incomplete_Class) {
            $state = (array) $node;
            $class = $state[self::NAME];
            unset($state[self::NAME]);
            $class = is_string($class) ? $class : '';
            $keys = array_keys($state);
            $this->state($node, $class, self::hasInt($keys) ? self::writtenKeys($keys, $class) : $keys, array_values($state));
        } else {
            throw Failure::inexact('A tree holds an object that is no node');
        }
    }

    /**
     * Numeric names are ints if __serialize() gave them, and strings as names of properties; here they have lost that.
     *
     * @param list<int|string> $keys
     *
     * @return list<int|string>
     */
    private static function writtenKeys(array $keys, string $class): array
    {
        return method_exists($class, '__serialize') ? $keys : array_map(strval(...), $keys);
    }

    private function reference(Reference $reference): void
    {
        if ($reference->offset === null) {
            $reference->offset = strlen($this->out);
            $this->slots([$reference->value], false, false);
            return;
        }
        if ($reference->index === null) {
            $reference->index = count($this->references);
            $this->references[] = $reference->offset;
        }
        $this->sharing = true;
        $this->out .= chr(Tag::USE_REFERENCE) . Bytes::varlen($reference->index);
    }

    /**
     * @param list<int|string> $keys
     * @param list<mixed> $values
     */
    private function state(object $node, string $class, array $keys, array $values): void
    {
        $this->enter();
        $this->ordinals[spl_object_id($node)] = count($this->ordinals);
        $definition = $this->classDefinition($class, $keys, isset($this->known[$class]));
        $this->known[$class] = true;
        if ($definition !== null) {
            $this->instance($definition);
            $this->slots($values, false, false);
        } else {
            $this->instance($this->open[$class] ??= $this->define(Kind::OPEN_CLASS, $class));
            $this->out .= Bytes::varlen(count($keys));
            foreach ($keys as $i => $key) {
                $this->out .= self::stateKey($key, $class, $this->strings);
                $this->slots([$values[$i]], false, false);
            }
        }
        $this->depth--;
    }
}
