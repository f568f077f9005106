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
use Lyo\Stream\Table;
use Lyo\Wire\Definition as Kind;
use Lyo\Wire\Head as HeadByte;
use Lyo\Wire\Limit;
use Lyo\Wire\Tag;

use function array_column;
use function array_is_list;
use function array_key_first;
use function array_keys;
use function array_map;
use function array_slice;
use function array_values;
use function chr;
use function count;
use function implode;
use function intdiv;
use function is_array;
use function is_bool;
use function is_int;
use function is_object;
use function is_string;
use function method_exists;
use function min;
use function preg_match;
use function spl_object_id;
use function strlen;
use function strval;

/**
 * Writes a tree as a payload (spec section 6). A tree consists of scalars, arrays, and the nodes of Lyo\Pure\Tree for objects and PHP references.
 * Objects of __PHP_Incomplete_Class may be in it, too: unserialize() makes them when no class is allowed. Each is written as an object of the
 * class whose name it holds.
 *
 * @internal
 */
final class Encoder extends Vectors
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
    private const USE_ARRAY = 237;
    private const BACKREF_NEAR = 240;
    // copies of Limit
    private const LOOK_EACH = 16;
    private const LOOK_RUN = 32;
    private const NAMES = 1024;
    private const PREFIX_STRING = 12;
    private const SHAPE_KEYS = 255;
    private const NEAR = 256 - self::BACKREF_NEAR;
    /** Maximum number of entries in tables of what was met last. Their keys are not hashed, and strangers may choose them. */
    private const RECENT = 64;
    /** The property of an incomplete object that holds the name of its class. */
    private const CLASS_NAME = '__PHP_Incomplete_Class_Name';

    /** Not there before the first array inside the value, as most values are small. */
    private ?Repeats $repeats = null;
    /** @var list<string> all 256 bytes in order */
    private array $chars = [];
    /** @var Table<int>|null definitions of open classes, custom classes and enum cases, by their kind and names */
    private ?Table $named = null;
    /** @var array<int, int> ordinals of objects that were written, by spl_object_id() of their nodes */
    private array $ordinals = [];
    /** @var list<int> the reference table: body offsets by index */
    private array $references = [];
    private bool $sharing = false;
    /** The text of serialize() that the incomplete objects were read from; empty if there are none. */
    private string $source = '';
    /** @var array<int, array<int|string, array{list<int|string>, int}>> by number of keys and first key: keys and shape of the last such map; at most RECENT first keys */
    private array $recent = [];
    /** @var array<string, array{list<int|string>, int}> by class: property names and definition of the last incomplete object with a class shape; at most RECENT classes */
    private array $recentStates = [];

    /**
     * Returns the payload of a tree.
     *
     * @param int $maxDepth 0 for no limit
     * @param string $text text of serialize() from which incomplete objects were read
     *
     * @throws LyoException
     * @throws Ambiguous if the objects of the tree do not show what serialize() wrote
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
        $arrays = $this->repeats?->places() ?? [];
        $flags = ($this->preamble !== '' ? HeadByte::PREAMBLE : 0) | ($this->sharing ? HeadByte::SHARING : 0) | ($arrays !== [] ? HeadByte::ARRAYS : 0);
        $head = chr(HeadByte::MAGIC) . chr(HeadByte::VERSION << 4 | $flags);
        if ($this->preamble !== '') {
            $head .= Bytes::varlen(strlen($this->preamble)) . $this->preamble;
        }
        if ($this->sharing) {
            $head .= self::table($this->references);
        }
        if ($arrays !== []) {
            $head .= self::table($arrays);
        }
        return $head . $this->out;
    }

    /**
     * Returns the bytes of a table of places.
     *
     * @param list<int> $places
     */
    private static function table(array $places): string
    {
        return Bytes::varlen(count($places)) . implode('', array_map(Bytes::varlen(...), $places));
    }

    /**
     * Writes the values of an array. Strings and small ints are written here, without a call for each.
     *
     * @param array<mixed> $values
     * @param bool $keyed whether each value is written behind its key
     * @param bool $define whether the shape of the first value is defined at once, because it opens a table (spec section 6.2)
     */
    private function slots(array $values, bool $keyed, bool $define): void
    {
        $out = &$this->out;
        $strings = $this->strings;
        $ids = &$strings->ids;
        $allNames = $this->names;
        $names = &$allNames->ids;
        $chars = $this->chars;
        foreach ($values as $key => $value) {
            if ($keyed) {
                if (is_int($key)) {
                    $out .= self::intToken($key);
                } elseif ($strings->hashed || $allNames->hashed) {
                    $out .= $this->string($key);
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
                    if ($strings->hashed || $allNames->hashed) {
                        $out .= $this->string($value);
                        continue;
                    }
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
                if ($size > 1 && $size < self::PREFIX_STRING && (!$strings->looks || $strings->count < Table::PLAIN)) {
                    // fast path of Strings::add() for most new strings
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
                } elseif ($out !== '' && ($index = ($this->repeats ??= new Repeats())->find($value, strlen($out), $this->maxDepth - $this->depth)) !== null) {
                    $out .= $chars[self::USE_ARRAY] . Bytes::varlen($index);
                } else { // as array(), without a call
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

    /**
     * Writes an array.
     *
     * @param non-empty-array<mixed> $array
     * @param bool $define whether the shape of a map is defined at once, because it opens a table
     */
    private function array(array $array, bool $define): void
    {
        if (++$this->depth > $this->maxDepth) {
            throw $this->tooDeep();
        }
        if (array_is_list($array)) {
            $this->list($array);
        } else {
            $this->map($array, $define);
        }
        $this->depth--;
    }

    /**
     * Writes a list that is not empty (spec section 6.1).
     *
     * @param non-empty-list<mixed> $list
     */
    private function list(array $list): void
    {
        $n = count($list);
        $keys = null;
        if (is_array($list[0])) {
            if ($n >= Limit::RUN_MEAN && $this->writeRuns($list)) {
                return;
            }
            $keys = $n > 1 ? self::keysOfFirstTwo($list) : null;
            if ($n >= Limit::ROWS && $keys !== null && $this->rows($list, $keys)) {
                return;
            }
        } elseif ($n >= Limit::VECTOR && $this->writeVector($list)) {
            return;
        }
        $this->out .= $n <= 8 ? $this->chars[self::LIST_SHORT - 1 + $n] : Bytes::tagged(self::LIST, $n);
        $this->slots($list, false, $keys !== null);
    }

    /**
     * Writes a map (spec section 6.2).
     *
     * @param non-empty-array<mixed> $map
     * @param bool $define whether its shape is defined at once, because it opens a table
     */
    private function map(array $map, bool $define): void
    {
        $n = count($map);
        $keys = array_keys($map);
        $first = $keys[0];
        $rowKeys = null;
        if ($n > 1 && is_array($map[$first])) {
            $rowKeys = self::keysOfFirstTwo($map);
        }
        // most maps have the keys of an earlier map with as many keys and the same first key
        $recent = $this->recent[$n][$first] ?? null;
        if ($recent !== null && $recent[0] === $keys) {
            $definition = $recent[1];
        } elseif ($n > self::SHAPE_KEYS || !is_string($first) && !self::hasString($keys)) {
            $definition = null;
        } else {
            $definition = $this->mapDefinition($keys, $define);
            if ($definition !== null) {
                if (count($this->recent[$n] ?? []) >= self::RECENT) {
                    $this->recent[$n] = [];
                }
                $this->recent[$n][$first] = [$keys, $definition];
            }
        }
        if ($definition !== null) {
            $this->out .= $definition <= self::INSTANCE_SHORT_LAST - self::INSTANCE_SHORT
                ? $this->chars[self::INSTANCE_SHORT + $definition] : Bytes::tagged(self::INSTANCE, $definition);
            $this->slots($map, false, $rowKeys !== null);
        } else {
            $this->out .= $n <= 8 ? $this->chars[self::MAP_SHORT - 1 + $n] : Bytes::tagged(self::MAP, $n);
            $this->slots($map, true, $rowKeys !== null);
        }
    }

    /**
     * Tells whether a key is a string. Only then may a map have a shape.
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
     * Returns the keys of the first entry if the first two entries are shapeable maps with the same keys, otherwise null. Such an array is a
     * table; a list may then be written as rows.
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

    // ---- runs ----------------------------------------------------------------------------------------------------

    /**
     * Writes a list of at least 4 values as runs (spec section 6.6). Returns false, and writes nothing, if it must be written in another form.
     *
     * @param non-empty-list<mixed> $list
     */
    private function writeRuns(array $list): bool
    {
        [$first, $second] = [$list[0], $list[1] ?? null];
        if (!is_array($first) || !is_array($second) || $first === [] || $second === [] || !Repeats::mayBeSame($first, $second)) {
            return false;
        }
        $runs = Repeats::cut($list);
        if ($runs === null) {
            return false;
        }
        $this->out .= chr(Tag::RUNS) . Bytes::varlen(count($list));
        $define = self::keysOfFirstTwo($list) !== null;
        foreach ($runs as $i => [$value, $length, $facts]) {
            if ($facts === null || $length === 1 || !is_array($value) || $value === []) {
                $this->out .= $this->chars[1];
                $this->slots([$value], false, false);
            } else {
                $this->writeRun($value, $length, $facts, $define && $i === 0);
            }
        }
        return true;
    }

    /**
     * Writes a run of an array: in several parts if the credit or the allowance does not suffice for one.
     *
     * @param non-empty-array<mixed> $value
     * @param array{int, int, bool} $facts what Repeats::facts() returns for the array
     * @param bool $define whether its shape is defined at once, because it opens a table
     */
    private function writeRun(array $value, int $length, array $facts, bool $define): void
    {
        $repeats = $this->repeats ??= new Repeats();
        $place = null;
        for ($left = $length; $left > 0; $left -= $n) {
            $offset = strlen($this->out);
            $n = min($left, 1 + $this->creditAt($offset), 1 + intdiv($repeats->allowanceAt($offset), $facts[0]));
            $this->draw($n - 1, $offset);
            $repeats->draw(($n - 1) * $facts[0]);
            $this->out .= Bytes::varlen($n);
            $offset = strlen($this->out);
            if ($place === null) {
                $this->slots([$value], false, $define);
                $place = $this->out[$offset] === Bytes::ALL[Tag::USE_ARRAY] ? $repeats->found : $offset;
            } elseif ($repeats->mayUse($facts, $offset, $this->maxDepth - $this->depth)) {
                $this->out .= Bytes::ALL[Tag::USE_ARRAY] . Bytes::varlen($repeats->index($place));
            } else {
                $this->array($value, false);
            }
        }
    }

    // ---- rows ----------------------------------------------------------------------------------------------------

    /**
     * Writes a list of records as rows (spec section 6.4). Returns false, and writes nothing, if it must be written in another form.
     *
     * @param non-empty-list<mixed> $list
     * @param non-empty-list<int|string> $keys keys of the first record
     */
    private function rows(array $list, array $keys): bool
    {
        if (count($keys) > Limit::ROW_KEYS) {
            return false;
        }
        foreach ($list as $row) {
            if (!is_array($row) || array_keys($row) !== $keys) {
                return false;
            }
        }
        $columns = [];
        foreach ($keys as $key) {
            $columns[] = $cells = array_column($list, $key);
            foreach ($cells as $cell) {
                if (is_array($cell) || is_object($cell)) {
                    return false;
                }
            }
        }
        $this->enter();
        $n = count($list);
        $this->out .= Bytes::ALL[Tag::ROWS] . Bytes::varlen($n) . Bytes::varlen((int) $this->mapDefinition($keys, true));
        $table = RowsHead::table(count($keys));
        $block = RowsHead::blockOf($table);
        for ($from = 0; $from < $n; $from += $block) {
            $this->block($n <= $block ? $columns : array_map(static fn(array $cells): array => array_slice($cells, $from, $block), $columns), min($block, $n - $from), 2 * $table);
        }
        $this->depth--;
        return true;
    }

    /**
     * Writes the columns of a block.
     *
     * @param list<list<mixed>> $columns
     * @param int $rows number of rows
     * @param int $credit cells of credit that each row draws
     */
    private function block(array $columns, int $rows, int $credit): void
    {
        $cells = $rows * $credit;
        if ($this->draw($cells, strlen($this->out))) {
            foreach ($columns as $column) {
                $column === [] || $this->writeColumn($column);
            }
            return;
        }
        foreach ($columns as $column) {
            $this->writeMixed($column);
        }
        $this->draw($cells, strlen($this->out)); // this succeeds: the bytes of the cells have added at least as much credit
    }

    // ---- objects -------------------------------------------------------------------------------------------------

    private function object(object $node): void
    {
        if ($node instanceof __PHP_Incomplete_Class && !isset($this->ordinals[spl_object_id($node)])) {
            $this->incomplete($node);
        } elseif ($node instanceof Reference) {
            $this->reference($node);
        } elseif ($node instanceof EnumCase) {
            $this->instance($this->named(Kind::ENUM_CASE, $node->class, $node->case));
        } elseif (isset($this->ordinals[spl_object_id($node)])) {
            $this->sharing = true;
            $this->out .= chr(Tag::USE_OBJECT) . Bytes::varlen($this->ordinals[spl_object_id($node)]);
        } elseif ($node instanceof Custom) {
            $this->ordinals[spl_object_id($node)] = count($this->ordinals);
            $this->instance($this->named(Kind::CUSTOM_CLASS, $node->class));
            $this->out .= $this->string($node->payload);
        } elseif ($node instanceof Instance) {
            $this->state($node, $node->class, $node->keys, $node->values);
        } else {
            throw new Ambiguous();
        }
    }

    /** Returns the definition of an open class, a custom class or an enum case. It is defined here if necessary. */
    private function named(int $kind, string $class, string $case = ''): int
    {
        $id = "$kind:$class:$case"; // of the names, at most that of an open or custom class has a colon
        $this->named ??= new Table();
        $definition = $this->named->get($id);
        if ($definition === null) {
            $definition = $case === '' ? $this->define($kind, $class) : $this->define($kind, $class, $case);
            $this->named->set($id, $definition);
        }
        return $definition;
    }

    /** Writes an incomplete object, which is met for the first time. */
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
            if (count($this->recentStates) >= self::RECENT) {
                $this->recentStates = [];
            }
            $this->recentStates[$class] = [$names, $definition];
        }
    }

    /**
     * Returns keys in the types that serialize() wrote. A numeric key is an int if __serialize() returned it, and a string if it is the name of a
     * property. In the object of unserialize() it is an int in both cases, so this depends on whether the class has __serialize().
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
            throw new Ambiguous(); // a numeric name is in the text, perhaps of an object that was incomplete when it was serialized
        }
        return $keys;
    }

    /** Writes the first slot of a PHP reference with its value, and a later slot as USE_REFERENCE. */
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
     * Writes an object of a class shape or of an open class (spec section 6.3).
     *
     * @param list<int|string> $keys
     * @param list<mixed> $values
     *
     * @return int|null id of the definition if it is a class shape
     */
    private function state(object $node, string $class, array $keys, array $values): ?int
    {
        $this->enter();
        $this->ordinals[spl_object_id($node)] = count($this->ordinals);
        $definition = $this->classDefinition($class, $keys);
        if ($definition !== null) {
            $this->instance($definition);
            $this->slots($values, false, false);
        } else {
            $this->instance($this->named(Kind::OPEN_CLASS, $class));
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
