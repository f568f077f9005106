<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use __PHP_Incomplete_Class;
use Lyo\Exception\LyoException;
use Lyo\Pure\Tree\Custom;
use Lyo\Pure\Tree\EnumCase;
use Lyo\Pure\Tree\Instance;
use Lyo\Pure\Tree\Reference;
use Lyo\Wire\Definition as Kind;
use Lyo\Wire\Head as HeadByte;
use Lyo\Wire\Limit;
use Lyo\Wire\Tag;
use Lyo\Wire\Vector;

use function array_column;
use function array_filter;
use function array_is_list;
use function array_key_first;
use function array_keys;
use function array_map;
use function array_slice;
use function array_values;
use function chr;
use function count;
use function implode;
use function is_array;
use function is_bool;
use function is_int;
use function is_object;
use function is_string;
use function method_exists;
use function preg_match;
use function spl_object_id;
use function strlen;
use function strval;

/**
 * Writes a tree (spec section 6): scalars, arrays, and nodes for objects and PHP references. An __PHP_Incomplete_Class, which unserialize()
 * makes when no class is allowed, is written as an object of the class whose name it holds.
 *
 * @internal
 */
final class Encoder extends Runs
{
    // copies of Tag (tools/gen-tags.php)
    private const INT_SMALL = 1;
    private const INT_SMALL_LAST = 64;
    private const STRING_SHORT = 65;
    private const INSTANCE_SHORT = 97;
    private const INSTANCE_SHORT_LAST = 127;
    private const LIST_SHORT = 128;
    private const MAP_SHORT = 136;
    private const NULL = 160;
    private const FALSE = 161;
    private const TRUE = 162;
    private const ARRAY_EMPTY = 164;
    private const LIST = 200;
    private const MAP = 204;
    private const INSTANCE = 212;
    private const NAME = 219;
    private const BACKREF_NEAR = 240;
    // copies of Limit
    private const LOOK_EACH = 16;
    private const LOOK_RUN = 32;
    private const NAMES = 1024;
    private const PREFIX_STRING = 12;
    private const SHAPE_KEYS = 255;
    private const NEAR = 256 - self::BACKREF_NEAR;
    /** Where an object of unknown class has the name of its class. */
    private const CLASS_NAME = '__PHP_Incomplete_Class_Name';

    /** @var list<string> all bytes in order */
    private array $chars = [];
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
    private string $source = '';
    /** @var array<int, array<int|string, array{list<int|string>, int}>> count and first key => keys and definition of a map */
    private array $recent = [];
    /** @var array<string, array{list<int|string>, int}> class => names and definition of an object of unknown class */
    private array $recentStates = [];

    /**
     * @param int $maxDepth 0 for no limit
     * @param string $text what objects of unknown class were read from
     *
     * @throws LyoException
     * @throws Ambiguous if the objects in the tree do not tell what serialize() has written
     */
    public static function encode(mixed $tree, int $maxDepth, string $text = ''): string
    {
        $encoder = new self($maxDepth);
        $encoder->source = $text;
        $encoder->chars = Bytes::chars();
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
     * Writes values, with their keys if they are those of a map. Strings and small ints are written here, without a call for each.
     *
     * @param array<mixed> $values
     * @param bool $define the shape of the first value is to be defined
     */
    private function slots(array $values, bool $keyed, bool $define): void
    {
        $out = &$this->out;
        $strings = $this->strings;
        $ids = &$strings->ids;
        $names = &$this->names->ids;
        $chars = $this->chars;
        foreach ($values as $key => $value) {
            if ($keyed) {
                if (is_int($key)) {
                    $out .= self::intToken($key);
                } elseif ($strings->looks && isset($ids[$key])) {
                    $count = $strings->count;
                    $strings->lookUntil = $count + self::LOOK_RUN;
                    $distance = $count - $ids[$key];
                    $out .= $distance <= self::NEAR ? $chars[self::BACKREF_NEAR - 1 + $distance] : $strings->again($ids[$key]);
                } elseif ($strings->looks && isset($names[$key]) && ($name = $names[$key]) < self::NAMES) {
                    $strings->lookUntil = $strings->count + self::LOOK_RUN;
                    $out .= $chars[self::NAME + ($name >> 8)] . $chars[$name & 0xFF];
                } else {
                    $out .= $strings->add($key);
                }
            }
            if (is_string($value)) {
                if ($strings->looks) {
                    if (isset($ids[$value])) {
                        $count = $strings->count;
                        $strings->lookUntil = $count + self::LOOK_RUN;
                        $distance = $count - $ids[$value];
                        $out .= $distance <= self::NEAR ? $chars[self::BACKREF_NEAR - 1 + $distance] : $strings->again($ids[$value]);
                        continue;
                    }
                    if (isset($names[$value]) && ($name = $names[$value]) < self::NAMES) {
                        $strings->lookUntil = $strings->count + self::LOOK_RUN;
                        $out .= $chars[self::NAME + ($name >> 8)] . $chars[$name & 0xFF];
                        continue;
                    }
                }
                $size = strlen($value);
                if ($size > 1 && $size < self::PREFIX_STRING) {
                    // most new strings; Strings::add() knows the others
                    $id = $strings->count++;
                    if ($strings->looks) {
                        $ids[$value] = $id;
                    }
                    if (++$id >= $strings->lookUntil) {
                        $strings->looks = $id % self::LOOK_EACH === 0;
                    }
                    $out .= $chars[self::STRING_SHORT - 2 + $size];
                    $out .= $value;
                } else {
                    $out .= $strings->add($value);
                }
            } elseif (is_array($value)) {
                if ($value === []) {
                    $out .= $chars[self::ARRAY_EMPTY];
                } else {
                    if (++$this->depth > $this->maxDepth) {
                        throw $this->tooDeep();
                    }
                    if (array_is_list($value)) {
                        $this->list($value);
                    } else {
                        $this->map($value, $define && $key === array_key_first($values));
                    }
                    $this->depth--;
                }
            } elseif (is_int($value)) {
                $out .= $value >= -1 && $value < self::INT_SMALL_LAST - self::INT_SMALL
                    ? $chars[$value + (self::INT_SMALL + 1)] : self::intToken($value);
            } elseif ($value === null) {
                $out .= $chars[self::NULL];
            } elseif (is_bool($value)) {
                $out .= $chars[$value ? self::TRUE : self::FALSE];
            } elseif (is_object($value)) {
                $this->object($value);
            } else {
                $this->leaf($value);
            }
        }
    }

    // ---- arrays --------------------------------------------------------------------------------------------------

    /** @param non-empty-list<mixed> $list */
    private function list(array $list): void
    {
        $n = count($list);
        $keys = null;
        if (is_array($list[0])) {
            $keys = $n > 1 ? self::keysOfFirstTwo($list) : null;
            if ($n >= Limit::ROWS && $keys !== null && $this->rows($list, $keys, false)) {
                return;
            }
        } elseif ($n >= Limit::VECTOR && $this->writeVector($list)) {
            return;
        }
        $this->out .= $n <= 8 ? $this->chars[self::LIST_SHORT - 1 + $n] : self::longNumber(self::LIST, $n);
        $this->slots($list, false, $keys !== null);
    }

    /**
     * @param non-empty-array<mixed> $map
     * @param bool $define its shape is to be defined
     */
    private function map(array $map, bool $define): void
    {
        $n = count($map);
        $keys = array_keys($map);
        $first = $keys[0];
        $rowKeys = null;
        if ($n > 1 && is_array($map[$first])) {
            $rowKeys = self::keysOfFirstTwo($map);
            if ($n >= Limit::ROWS && $rowKeys !== null && $this->rows($map, $rowKeys, true)) {
                return;
            }
        }
        // most maps are like one before, and its first key tells which
        $recent = $this->recent[$n][$first] ?? null;
        if ($recent !== null && $recent[0] === $keys) {
            $definition = $recent[1];
        } elseif ($n > self::SHAPE_KEYS || !is_string($first) && !self::hasString($keys)) {
            $definition = null;
        } else {
            $definition = $this->mapDefinition($keys, $define);
            if ($definition !== null) {
                $this->recent[$n][$first] = [$keys, $definition];
            }
        }
        if ($definition !== null) {
            $this->out .= $definition <= self::INSTANCE_SHORT_LAST - self::INSTANCE_SHORT
                ? $this->chars[self::INSTANCE_SHORT + $definition] : self::longNumber(self::INSTANCE, $definition);
            $this->slots($map, false, $rowKeys !== null);
        } else {
            $this->out .= $n <= 8 ? $this->chars[self::MAP_SHORT - 1 + $n] : self::longNumber(self::MAP, $n);
            $this->slots($map, true, $rowKeys !== null);
        }
    }

    /**
     * A map may have a shape only if some key is a string.
     *
     * @param list<int|string> $keys
     */
    private static function hasString(array $keys): bool
    {
        foreach ($keys as $key) {
            if (is_string($key)) {
                return true;
            }
        }
        return false;
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
            $keys = array_keys($entry);
            if ($keys === [] || count($keys) > Limit::SHAPE_KEYS || !self::hasString($keys)) {
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
                    $this->out .= is_int($key) ? self::intToken($key) : $this->string($key);
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
        $paid = $this->draw(count($rows) * $credit, strlen($this->out) + $claimed);
        $this->columns($columns, !$paid);
        if (!$paid) {
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
        if ($node instanceof __PHP_Incomplete_Class && !isset($this->ordinals[spl_object_id($node)])) {
            $this->incomplete($node);
        } elseif ($node instanceof Reference) {
            $this->reference($node);
        } elseif ($node instanceof EnumCase) {
            $this->instance($this->cases["$node->class:$node->case"] ??= $this->define(Kind::ENUM_CASE, $node->class, $node->case));
        } elseif (isset($this->ordinals[spl_object_id($node)])) {
            $this->sharing = true;
            $this->out .= chr(Tag::USE_OBJECT) . Bytes::varlen($this->ordinals[spl_object_id($node)]);
        } elseif ($node instanceof Custom) {
            $this->ordinals[spl_object_id($node)] = count($this->ordinals);
            $this->instance($this->custom[$node->class] ??= $this->define(Kind::CUSTOM_CLASS, $node->class));
            $this->out .= $this->string($node->payload);
        } elseif ($node instanceof Instance) {
            $this->state($node, $node->class, $node->keys, $node->values);
        } else {
            throw new Ambiguous();
        }
    }

    private function incomplete(__PHP_Incomplete_Class $node): void
    {
        $state = (array) $node;
        $class = $state[self::CLASS_NAME];
        $class = is_string($class) ? $class : '';
        $names = array_keys($state);
        unset($state[self::CLASS_NAME]);
        $recent = $this->recentStates[$class] ?? null;
        if ($recent !== null && $recent[0] === $names) {
            $this->enter();
            $this->ordinals[spl_object_id($node)] = count($this->ordinals);
            $this->instance($recent[1]);
            $this->slots($state, false, false);
            $this->depth--;
            return;
        }
        $keys = array_keys($state);
        $definition = $this->state($node, $class, self::hasInt($keys) ? $this->writtenKeys($keys, $class) : $keys, array_values($state));
        if ($definition !== null) {
            $this->recentStates[$class] = [$names, $definition];
        }
    }

    /**
     * Numeric keys are ints if __serialize() returned them, and strings if they are names of properties. The array that unserialize() made
     * has ints in both cases, so the class decides.
     *
     * @param list<int|string> $keys
     *
     * @return list<int|string>
     */
    private function writtenKeys(array $keys, string $class): array
    {
        if (!method_exists($class, '__serialize')) {
            return array_map(strval(...), $keys);
        }
        if (preg_match('/[{};]s:\d{1,2}:"-?\d{1,19}";/', $this->source) === 1) {
            throw new Ambiguous(); // the object may have been one of unknown class before
        }
        return $keys;
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
     *
     * @return int|null the definition, if it is a class shape
     */
    private function state(object $node, string $class, array $keys, array $values): ?int
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
                $this->out .= $this->stateKey($key, $class);
                $this->slots([$values[$i]], false, false);
            }
        }
        $this->depth--;
        return $definition;
    }
}
