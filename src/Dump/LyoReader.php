<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Dump;

use Lyo\Exception\LyoException;
use Lyo\Pure\Bulk;
use Lyo\Pure\Definition;
use Lyo\Pure\Head;
use Lyo\Pure\RowsHead;
use Lyo\Stream\Located;
use Lyo\Wire\Definition as Kind;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;
use Lyo\Wire\Tag;

use function array_fill_keys;
use function array_keys;
use function array_values;
use function asort;
use function count;
use function is_bool;
use function is_float;
use function is_int;
use function is_string;
use function min;
use function ord;
use function range;
use function strlen;
use function substr;

/**
 * Pushes a payload of lyo into a sink, token by token, in the order of the value; loads no class. Memory is taken for the
 * strings that can be named again and for one block of rows, not for the value.
 *
 * Cells of columns have no bytes of their own.
 *
 * @internal
 */
class LyoReader extends Bulk
{
    /** Slots so far, counted as in serialize() text. */
    private int $slot = 0;
    /** @var list<int> ordinal => slot */
    private array $objects = [];
    /** @var array<int, int> index of a PHP reference that has begun => slot */
    private array $references = [];
    /** @var list<int> body offsets of the reference table, ascending */
    private readonly array $places;
    /** @var list<int> the index of each */
    private readonly array $indices;
    private int $hits = 0;
    /** Where the next slot begins that the table names; the largest int if there is none. */
    private int $next = PHP_INT_MAX;

    public function __construct(string $data, Head $head, private readonly Located $sink, int $maxDepth = Limit::DEPTH)
    {
        parent::__construct($data, $head, $maxDepth, 0);
        $places = $head->places;
        asort($places);
        $this->places = array_values($places);
        $this->indices = array_keys($places);
    }

    /** @throws LyoException */
    public static function read(string $data, Located $sink, ?Head $head = null): void
    {
        (new self($data, $head ?? new Head($data), $sink))->whole();
    }

    /** @throws LyoException */
    protected function whole(): void
    {
        $this->nextPlace();
        $this->values(1, null, 0, false);
        if ($this->next !== PHP_INT_MAX) {
            throw $this->fail(ErrorCode::ReferencePosition, min($this->next, $this->end));
        }
        if ($this->at !== $this->end) {
            throw $this->fail(ErrorCode::Trailing, $this->at);
        }
    }

    private function nextPlace(): void
    {
        $place = $this->places[$this->hits] ?? null;
        $this->next = $place === null ? PHP_INT_MAX : (int) min($this->body + $place, strlen($this->data));
    }

    /** A slot's token begins at or behind the next place of the table. */
    private function begin(int $at, int $tag): void
    {
        if ($at > $this->next) {
            throw $this->fail(ErrorCode::ReferencePosition, $this->next);
        }
        if ($tag === Tag::USE_REFERENCE) {
            throw $this->fail(ErrorCode::ReferencePosition, $at);
        }
        $index = $this->indices[$this->hits];
        $this->references[$index] = $this->slot + 1;
        $this->hits++;
        $this->nextPlace();
        $this->beginReference($index);
    }

    protected function beginReference(int $index): void
    {
        $this->sink->reference();
    }

    /**
     * The next n values. The most frequent leaves are read here, without a call for each.
     *
     * @param list<int|string>|null $keys null for those of a list
     * @param bool $keyed false for a value without a key
     */
    protected function values(int $n, ?array $keys, int $pending, bool $keyed = true): void
    {
        $data = $this->data;
        $end = $this->end;
        $sink = $this->sink;
        for ($i = 0; $i < $n; $i++) {
            $at = $this->at;
            if ($keyed) {
                $sink->at($at, $at);
                $sink->key($keys === null ? $i : $keys[$i]);
            }
            if ($at >= $end) {
                throw $this->ended($at);
            }
            $tag = ord($data[$at]);
            if ($at >= $this->next) {
                $this->begin($at, $tag);
            }
            if ($tag <= Tag::INT_SMALL_LAST && $tag !== 0) {
                $this->slot++;
                $this->at = $at + 1;
                $sink->at($at, $at + 1);
                $sink->int($tag - (Tag::INT_SMALL + 1));
            } elseif ($tag <= Tag::STRING_SHORT_LAST && $tag !== 0) {
                $size = $tag - (Tag::STRING_SHORT - 2);
                if ($size >= $end - $at) {
                    throw $this->ended($at);
                }
                $this->slot++;
                $string = $this->strings[] = substr($data, $at + 1, $size);
                $this->at = $at + $size + 1;
                $sink->at($at, $this->at);
                $sink->string($string);
            } else {
                $this->other($tag, $pending + $n - $i - 1, true);
            }
        }
    }

    /** A value that is no frequent leaf; a slot's, or that of a frame. */
    private function other(int $tag, int $pending, bool $inSlot): void
    {
        $token = $this->at;
        if ($tag >= Tag::INSTANCE_SHORT && $tag <= Tag::INSTANCE_SHORT_LAST) {
            $this->at++;
            $this->instance($token, $tag - Tag::INSTANCE_SHORT, $pending);
        } elseif ($tag >= Tag::LIST_SHORT && $tag <= Tag::LIST_SHORT_LAST) {
            $this->at++;
            $this->list($token, $tag - Tag::LIST_SHORT + 1, $pending);
        } elseif ($tag >= Tag::MAP_SHORT && $tag <= Tag::MAP_SHORT_LAST) {
            $this->at++;
            $this->entries($token, $tag - Tag::MAP_SHORT + 1, null, $pending);
        } elseif ($tag >= Tag::LIST && $tag <= Tag::LIST_LAST) {
            $this->list($token, $this->fixed($tag - Tag::LIST + 1, Tag::LIST_SHORT_LAST - Tag::LIST_SHORT + 1), $pending);
        } elseif ($tag >= Tag::MAP && $tag <= Tag::MAP_LAST) {
            $this->entries($token, $this->fixed($tag - Tag::MAP + 1, Tag::MAP_SHORT_LAST - Tag::MAP_SHORT + 1), null, $pending);
        } elseif ($tag >= Tag::INSTANCE && $tag <= Tag::INSTANCE_LAST) {
            $this->instance($token, $this->fixed($tag - Tag::INSTANCE + 1, Tag::INSTANCE_SHORT_LAST - Tag::INSTANCE_SHORT), $pending);
        } elseif ($tag === Tag::ARRAY_EMPTY) {
            $this->at++;
            $this->list($token, 0, $pending);
        } elseif ($tag === Tag::VECTOR) {
            $this->at++;
            $count = $this->countOf($token);
            $this->admit($token, 0, $count, $pending);
            $this->vectorValue($token, $count);
        } elseif ($tag === Tag::ROWS || $tag === Tag::ROWS_KEYED) {
            $this->rows($token, $tag === Tag::ROWS_KEYED, $pending);
        } elseif ($tag === Tag::FRAME) {
            $this->frame($token);
        } elseif ($tag === Tag::USE_OBJECT || $tag === Tag::USE_REFERENCE) {
            $this->again($token, $tag === Tag::USE_OBJECT, $inSlot);
        } else {
            $value = $this->leaf();
            $this->sink->at($token, $this->at);
            $this->push($value);
        }
    }

    private function push(int|float|string|bool|null $value): void
    {
        $this->slot++;
        match (true) {
            is_string($value) => $this->sink->string($value),
            is_int($value) => $this->sink->int($value),
            is_float($value) => $this->sink->float($value),
            is_bool($value) => $this->sink->bool($value),
            default => $this->sink->null(),
        };
    }

    private function again(int $token, bool $object, bool $inSlot): void
    {
        if (!$this->head->sharing || !$object && !$inSlot) {
            throw $this->fail(ErrorCode::Tag, $token);
        }
        $this->at++;
        $number = $this->varlen($token);
        $slot = ($object ? $this->objects : $this->references)[$number]
            ?? throw $this->fail($object ? ErrorCode::ObjectId : ErrorCode::ReferenceId, $token);
        if ($object) {
            $this->slot++;
        }
        $this->use($token, $object, $number, $slot);
    }

    protected function use(int $token, bool $object, int $number, int $slot): void
    {
        $this->sink->at($token, $this->at);
        if ($object) {
            $this->sink->sameObject($slot);
        } else {
            $this->sink->sameSlot($slot);
        }
    }

    private function list(int $token, int $count, int $pending): void
    {
        if ($count > 0) { // the empty array is a leaf, and claims nothing
            $this->admit($token, $count, $count, $pending);
        }
        $this->depth++;
        $this->slot++;
        $this->sink->at($token, $this->at);
        $this->sink->isList(true);
        $this->sink->beginArray($count);
        $this->values($count, null, $pending);
        $this->finish($count);
        $this->depth--;
    }

    private function finish(int $count): void
    {
        $this->sink->at($this->at, $this->at);
        $this->sink->end($count);
    }

    private function instance(int $token, int $id, int $pending): void
    {
        $definition = $this->head->definitions[$id] ?? throw $this->fail(ErrorCode::DefinitionId, $token);
        $this->head->used[$id] = true;
        switch ($definition->kind) {
            case Kind::CLASS_SHAPE:
            case Kind::MAP_SHAPE:
                $this->admit($token, $definition->count, $definition->count, $pending);
                $this->depth++;
                $this->slot++;
                if ($definition->kind === Kind::CLASS_SHAPE) {
                    $this->objects[] = $this->slot;
                }
                $this->record($token, $id, $definition);
                $this->values($definition->count, $definition->keys, $pending);
                $this->finish($definition->count);
                $this->depth--;
                return;
            case Kind::OPEN_CLASS:
                $count = $this->varlen($token);
                $this->entries($token, $count < 0 ? PHP_INT_MAX >> 2 : min($count, PHP_INT_MAX >> 2), $definition, $pending);
                return;
            case Kind::CUSTOM_CLASS:
                $this->objects[] = ++$this->slot;
                $this->custom($token, $definition->class);
                return;
            default:
                $this->slot++;
                $this->sink->at($token, $this->at);
                $this->sink->enumCase($definition->class, $definition->case);
        }
    }

    /** A map or object whose keys stand in the preamble begins. */
    protected function record(int $token, int $id, Definition $definition): void
    {
        $this->sink->at($token, $this->at);
        if ($definition->kind === Kind::MAP_SHAPE) {
            $this->sink->isList(false);
            $this->sink->beginArray($definition->count);
        } else {
            $this->sink->beginObject($definition->class, $definition->count);
        }
    }

    protected function custom(int $token, string $class): void
    {
        $payload = $this->string();
        $this->sink->at($token, $this->at);
        $this->sink->custom($class, $payload, 0);
    }

    /** A plain map, or an object of an open class. */
    private function entries(int $token, int $count, ?Definition $definition, int $pending): void
    {
        $this->admit($token, 2 * $count, $count, $pending);
        $this->depth++;
        $this->slot++;
        $this->sink->at($token, $this->at);
        if ($definition !== null) {
            $this->objects[] = $this->slot;
            $this->sink->beginObject($definition->class, $count);
        } else {
            $this->sink->isList(false);
            $this->sink->beginArray($count);
        }
        $seen = [];
        for ($i = 0, $left = 2 * $count + $pending; $i < $count; $i++) {
            $at = $this->at;
            $key = $this->key($definition?->class);
            if (isset($seen[$key])) {
                throw $this->fail(ErrorCode::DuplicateKey, $at);
            }
            $seen[$key] = true;
            $left -= 2;
            $this->sink->at($at, $this->at);
            $this->sink->key($key);
            $this->values(1, null, $left, false);
        }
        $this->finish($count);
        $this->depth--;
    }

    protected function vectorValue(int $token, int $count): void
    {
        $from = $this->at;
        $cells = $this->vector($count, $token);
        $this->slot++;
        $this->sink->at($token, $from);
        $this->sink->isList(true);
        $this->sink->beginArray($count);
        foreach ($cells as $i => $cell) {
            $this->sink->at($this->at, $this->at);
            $this->sink->key($i);
            $this->push($cell);
        }
        $this->finish($count);
    }

    private function rows(int $token, bool $keyed, int $pending): void
    {
        $rows = $this->rowsHead($token, $keyed, $pending);
        $this->depth += 2;
        $this->slot++;
        $this->beginRows($token, $rows);
        $known = [];
        for ($left = $rows->count; $left > 0;) {
            $count = min($left, $rows->block);
            $from = $rows->count - $left;
            $left -= $count;
            $this->beginBlock($count);
            $keys = $keyed ? $this->rowKeys($count, $known) : range($from, $from + $count - 1);
            $known = $keyed ? $known + array_fill_keys($keys, true) : [];
            [$columns, $rowWise] = $this->columns($rows, $count, $pending + $rows->need($left));
            $this->block($rows, $keys, $columns, count($rowWise), $pending + $rows->need($left));
        }
        $this->finish($rows->count);
        $this->depth -= 2;
    }

    protected function beginRows(int $token, RowsHead $rows): void
    {
        $this->sink->at($token, $this->at);
        $this->sink->isList(!$rows->keyed);
        $this->sink->beginArray($rows->count);
    }

    protected function beginBlock(int $count): void {}

    /**
     * @param list<int|string> $keys
     * @param array<int, list<int|float|string|bool|null>> $columns without those that stand in the rows
     */
    protected function block(RowsHead $rows, array $keys, array $columns, int $rowWise, int $pending): void
    {
        $sink = $this->sink;
        $left = count($keys) * $rowWise;
        foreach ($keys as $i => $key) {
            $this->slot++;
            $sink->at($this->at, $this->at);
            $sink->key($key);
            $sink->isList(false);
            $sink->beginArray($rows->shape->count);
            foreach ($rows->shape->keys as $c => $name) {
                if (isset($columns[$c])) {
                    $sink->at($this->at, $this->at);
                    $sink->key($name);
                    $this->push($columns[$c][$i]);
                } else {
                    $this->values(1, [$name], $pending + --$left);
                }
            }
            $this->finish($rows->shape->count);
        }
    }

    private function frame(int $token): void
    {
        $this->at++;
        $size = $this->varlen($token);
        $this->admit($token, $size, 0, 0);
        $this->beginFrame($token, $size);
        $outer = [$this->end, $this->short, $this->strings];
        [$this->end, $this->short, $this->strings] = [$this->at + $size, ErrorCode::Size, []];
        $this->depth++;
        if ($this->at >= $this->end) {
            throw $this->ended($this->at);
        }
        $this->other(ord($this->data[$this->at]), 0, false);
        $this->depth--;
        if ($this->at !== $this->end) {
            throw $this->fail(ErrorCode::Size, $this->at);
        }
        [$this->end, $this->short, $this->strings] = $outer;
        $this->endFrame();
    }

    protected function beginFrame(int $token, int $size): void {}

    protected function endFrame(): void {}
}
