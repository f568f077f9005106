<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Native\Payload;
use Lyo\Native\Text;
use Lyo\Wire\Definition as Kind;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Tag;

use function array_fill_keys;
use function array_keys;
use function array_values;
use function asort;
use function count;
use function is_int;
use function is_string;
use function min;
use function ord;
use function range;
use function serialize;
use function strlen;
use function substr;

/**
 * Makes the text of serialize() out of any payload: how values with classes or PHP references are decoded, and all values
 * translated. No class is looked at. To be called with serialize_precision -1, for the floats of vectors.
 *
 * The text repeats strings that the payload holds once. What that may come to is bounded.
 *
 * @internal
 */
final class TextReader extends Bulk
{
    private const TEXT = 64 << 20;
    private const TEXT_PER_BYTE = 16;
    /** Back references to shorter strings need no look at the bound. */
    private const LONG = 128;

    private string $text = '';
    /** Slots of the text so far. */
    private int $slot = 0;
    /** @var list<int> ordinal => slot */
    private array $objects = [];
    /** @var array<int, int> index of a PHP reference that has begun => slot */
    private array $references = [];
    /** @var list<int> body offsets of the reference table, ascending */
    private array $places = [];
    /** @var list<int> the index of each */
    private array $indices = [];
    private int $hits = 0;
    /** @var array<string, int> enum case => its first slot: serialize() takes cases for objects that are met again */
    private array $cases = [];
    /** Where the next slot begins that the table names; the largest int if there is none. */
    private int $next = PHP_INT_MAX;
    /** @var array<int, string> by string id */
    private array $texts = [];
    /** @var array<string, true> */
    private array $missing = [];

    /**
     * @param array<string, true> $missing classes whose objects will be incomplete: for unserialize(), which reads no payload then, and takes
     *     no name that cannot be a class's
     *
     * @throws LyoException
     */
    public static function read(string $data, Head $head, int $maxDepth, int $maxElements, array $missing = []): string
    {
        $reader = new self($data, $head, $maxDepth, $maxElements);
        $reader->missing = $missing;
        $places = $head->places;
        asort($places);
        $reader->places = array_values($places);
        $reader->indices = array_keys($places);
        $reader->nextPlace();
        $reader->values(1, [''], 0);
        if ($reader->next !== PHP_INT_MAX) {
            throw $reader->fail(ErrorCode::ReferencePosition, min($reader->next, $reader->end));
        }
        if ($reader->at !== $reader->end) {
            throw $reader->fail(ErrorCode::Trailing, $reader->at);
        }
        return $reader->text;
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
        $this->references[$this->indices[$this->hits]] = $this->slot + 1;
        $this->hits++;
        $this->nextPlace();
    }

    /**
     * The next n values, each behind its prefix: the text of its key. The most frequent leaves are read here, without a call for each.
     *
     * @param list<string>|null $prefixes null for the keys of a list
     */
    private function values(int $n, ?array $prefixes, int $pending): void
    {
        $data = $this->data;
        $end = $this->end;
        $at = $this->at;
        for ($i = 0; $i < $n; $i++) {
            $this->text .= $prefixes === null ? "i:$i;" : $prefixes[$i];
            if ($at >= $end) {
                throw $this->ended($at);
            }
            $tag = ord($data[$at]);
            if ($at >= $this->next) {
                $this->begin($at, $tag);
            }
            if ($tag <= Tag::INT_SMALL_LAST && $tag !== 0) {
                $this->slot++;
                $this->text .= 'i:' . ($tag - (Tag::INT_SMALL + 1)) . ';';
                $at++;
            } elseif ($tag <= Tag::STRING_SHORT_LAST && $tag !== 0) {
                $this->slot++;
                $size = $tag - (Tag::STRING_SHORT - 2);
                if ($size >= $end - $at) {
                    throw $this->ended($at);
                }
                $string = $this->strings[] = substr($data, $at + 1, $size);
                $this->text .= "s:$size:\"$string\";";
                $at += $size + 1;
            } elseif ($tag === Tag::NULL) {
                $this->slot++;
                $this->text .= 'N;';
                $at++;
            } elseif ($tag === Tag::FALSE) {
                $this->slot++;
                $this->text .= 'b:0;';
                $at++;
            } elseif ($tag === Tag::TRUE) {
                $this->slot++;
                $this->text .= 'b:1;';
                $at++;
            } elseif ($tag === Tag::ARRAY_EMPTY) {
                $this->slot++;
                $this->text .= 'a:0:{}';
                $at++;
            } elseif ($tag >= Tag::BACKREF_NEAR) {
                $this->slot++;
                $id = count($this->strings) - ($tag - (Tag::BACKREF_NEAR - 1));
                $this->text .= $this->texts[$id] ?? $this->textOf($id, $at);
                $at++;
            } elseif ($tag < Tag::BACKREF_12 && $tag !== 0) {
                $this->at = $at;
                $this->other($tag, $pending + $n - $i - 1, true);
                $at = $this->at;
            } elseif ($tag >= Tag::PREFIXED && $tag <= Tag::PREFIXED_SHORT || $tag >= Tag::BACKREF_12 && $tag <= Tag::BACKREF_12_LAST
                || $tag >= Tag::NAME && $tag <= Tag::NAME_LAST || $tag === Tag::STRING_EMPTY || $tag === Tag::STRING_CHAR) {
                $this->slot++;
                $this->at = $at;
                $string = $tag >= Tag::PREFIXED ? $this->prefixed($tag) : $this->string();
                $size = strlen($string);
                if ($size > self::LONG) {
                    $this->afford($size, $at);
                }
                $this->text .= "s:$size:\"$string\";";
                $at = $this->at;
            } else {
                $this->at = $at;
                $this->other($tag, $pending + $n - $i - 1, true);
                $at = $this->at;
            }
        }
        $this->at = $at;
    }

    /** The text of a string that was there before. */
    private function textOf(int $id, int $at): string
    {
        $string = $this->strings[$id] ?? throw $this->fail(ErrorCode::StringId, $at);
        if (strlen($string) > self::LONG) {
            $this->afford(strlen($string), $at);
            return Text::string($string);
        }
        return $this->texts[$id] = Text::string($string);
    }

    /** So many bytes of text are to come out of very few bytes. */
    private function afford(int $size, int $at): void
    {
        if (strlen($this->text) + $size > self::TEXT + self::TEXT_PER_BYTE * strlen($this->data)) {
            throw Failure::limit('strings that are met again make too long a text', $at);
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
            $id = $this->fixed($tag - Tag::INSTANCE + 1, Tag::INSTANCE_SHORT_LAST - Tag::INSTANCE_SHORT);
            $this->instance($token, $id, $pending);
        } else {
            $this->rare($tag, $pending, $inSlot);
        }
    }

    private function rare(int $tag, int $pending, bool $inSlot): void
    {
        $token = $this->at;
        switch ($tag) {
            case Tag::VECTOR:
                $this->at++;
                $count = $this->countOf($token);
                $this->admit($token, 0, $count, $pending);
                $cells = $this->vector($count, $token);
                $this->weigh($cells, $token);
                $this->slot += 1 + $count;
                $this->text .= serialize($cells);
                return;
            case Tag::ROWS:
            case Tag::ROWS_KEYED:
                $this->rows($token, $tag === Tag::ROWS_KEYED, $pending);
                return;
            case Tag::FRAME:
                $this->frame($token);
                return;
            case Tag::USE_OBJECT:
            case Tag::USE_REFERENCE:
                $this->again($token, $tag === Tag::USE_OBJECT, $inSlot);
                return;
            case Tag::ARRAY_EMPTY:
                $this->at++;
                $this->slot++;
                $this->text .= 'a:0:{}';
                return;
            default:
                $value = $this->leaf();
                $this->slot++;
                $this->weigh([$value], $token);
                $this->text .= serialize($value);
        }
    }

    /** @param list<int|float|string|bool|null> $cells */
    private function weigh(array $cells, int $token): void
    {
        $size = 0;
        foreach ($cells as $cell) {
            if (is_string($cell)) {
                $size += strlen($cell);
            }
        }
        if ($size > self::LONG) {
            $this->afford($size, $token);
        }
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
        $this->text .= $object ? "r:$slot;" : "R:$slot;";
    }

    private function list(int $token, int $count, int $pending): void
    {
        $this->admit($token, $count, $count, $pending);
        $this->depth++;
        $this->slot++;
        $this->text .= "a:$count:{";
        $this->values($count, null, $pending);
        $this->text .= '}';
        $this->depth--;
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
                $this->text .= isset($this->missing[$definition->class])
                    ? $this->openingOfMissing($definition->class, $definition->count) : $definition->opening();
                $this->values($definition->count, $definition->keyTexts(), $pending);
                $this->text .= '}';
                $this->depth--;
                return;
            case Kind::OPEN_CLASS:
                $count = $this->varlen($token);
                $this->entries($token, $count < 0 ? PHP_INT_MAX >> 2 : min($count, PHP_INT_MAX >> 2), $definition, $pending);
                return;
            case Kind::CUSTOM_CLASS:
                $this->objects[] = ++$this->slot;
                $at = $this->at;
                $payload = $this->string();
                $this->afford(strlen($payload), $at);
                if (isset($this->missing[$definition->class])) {
                    $this->text .= $this->openingOfMissing($definition->class, 0) . '}';
                    return;
                }
                $payload = Payload::renumber($payload, 0, $this->slot);
                $this->slot += Payload::slots($payload, $this->slot);
                $this->text .= Text::custom($definition->class, $payload);
                return;
            default:
                $slot = ++$this->slot;
                $first = $this->cases["$definition->class:$definition->case"] ??= $slot;
                $this->text .= $first === $slot ? Text::enumCase($definition->class, $definition->case) : "r:$first;";
        }
    }

    /** An object that will have no class but a name, any name: that is one property more. */
    private function openingOfMissing(string $class, int $count): string
    {
        $this->slot++;
        return 'O:22:"__PHP_Incomplete_Class":' . ($count + 1) . ':{s:27:"__PHP_Incomplete_Class_Name";' . Text::string($class);
    }

    /** A plain map, or an object of an open class. */
    private function entries(int $token, int $count, ?Definition $definition, int $pending): void
    {
        $this->admit($token, 2 * $count, $count, $pending);
        $this->depth++;
        $this->slot++;
        if ($definition !== null) {
            $this->objects[] = $this->slot;
        }
        $class = $definition?->class;
        if ($definition === null) {
            $this->text .= "a:$count:{";
        } else {
            $this->text .= isset($this->missing[$class]) ? $this->openingOfMissing($definition->class, $count) : $definition->openingOf($count);
        }
        $seen = [];
        for ($left = 2 * $count + $pending; $count > 0; $count--) {
            $at = $this->at;
            $key = $this->key($class);
            if (isset($seen[$key])) {
                throw $this->fail(ErrorCode::DuplicateKey, $at);
            }
            $seen[$key] = true;
            $left -= 2;
            $this->values(1, [$this->keyText($key, $at)], $left);
        }
        $this->text .= '}';
        $this->depth--;
    }

    private function keyText(int|string $key, int $at): string
    {
        if (is_int($key)) {
            return "i:$key;";
        }
        $size = strlen($key);
        if ($size > self::LONG) {
            $this->afford($size, $at);
        }
        return "s:$size:\"$key\";";
    }

    private function rows(int $token, bool $keyed, int $pending): void
    {
        $rows = $this->rowsHead($token, $keyed, $pending);
        $this->depth += 2;
        $this->slot++;
        $this->text .= "a:$rows->count:{";
        $known = [];
        for ($left = $rows->count; $left > 0;) {
            $count = min($left, $rows->block);
            $from = $rows->count - $left;
            $left -= $count;
            $keys = $keyed ? $this->rowKeys($count, $known) : range($from, $from + $count - 1);
            $known = $keyed ? $known + array_fill_keys($keys, true) : [];
            [$columns, $rowWise] = $this->columns($rows, $count, $pending + $rows->need($left));
            foreach ($columns as $column) {
                $this->weigh($column, $token);
            }
            $this->block($rows, $keys, $columns, count($rowWise), $pending + $rows->need($left));
        }
        $this->text .= '}';
        $this->depth -= 2;
    }

    /**
     * @param list<int|string> $keys
     * @param array<int, list<int|float|string|bool|null>> $columns without those that stand in the rows
     */
    private function block(RowsHead $rows, array $keys, array $columns, int $rowWise, int $pending): void
    {
        $opening = $rows->shape->opening();
        $keyTexts = $rows->shape->keyTexts();
        $left = count($keys) * $rowWise;
        foreach ($keys as $i => $key) {
            $this->slot++;
            $this->text .= $this->keyText($key, $this->at) . $opening;
            foreach ($keyTexts as $c => $keyText) {
                if (isset($columns[$c])) {
                    $this->slot++;
                    $cell = $columns[$c][$i];
                    $this->text .= $keyText . (is_string($cell) ? 's:' . strlen($cell) . ":\"$cell\";" : serialize($cell));
                } else {
                    $this->values(1, [$keyText], $pending + --$left);
                }
            }
            $this->text .= '}';
        }
    }

    private function frame(int $token): void
    {
        $this->at++;
        $size = $this->varlen($token);
        $this->admit($token, $size, 0, 0);
        $outer = [$this->end, $this->short, $this->strings, $this->texts];
        [$this->end, $this->short, $this->strings, $this->texts] = [$this->at + $size, ErrorCode::Size, [], []];
        $this->depth++;
        if ($this->at >= $this->end) {
            throw $this->ended($this->at);
        }
        $this->other(ord($this->data[$this->at]), 0, false);
        $this->depth--;
        if ($this->at !== $this->end) {
            throw $this->fail(ErrorCode::Size, $this->at);
        }
        [$this->end, $this->short, $this->strings, $this->texts] = $outer;
    }
}
