<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

use Lyo\Exception\LyoException;
use Lyo\Pure\Definition;
use Lyo\Pure\Head;
use Lyo\Pure\Reader;
use Lyo\Pure\RowsHead;
use Lyo\Pure\StreamSink;
use Lyo\Wire;
use Lyo\Wire\Vector;

use function array_map;
use function array_search;
use function array_slice;
use function count;
use function implode;
use function is_array;
use function is_bool;
use function is_float;
use function is_int;
use function is_string;
use function sprintf;

/**
 * Prints annotated hex of a payload of lyo: head, preamble, values, vectors and columns, in the order of the bytes.
 *
 * @internal
 */
final class LyoHex extends StreamSink
{
    /** Number of cells of a vector that are printed. */
    private const CELLS = 16;
    /** Names of the kinds of definitions, by their number in the format. */
    private const DEFINITIONS = [1 => 'map shape', 'class shape', 'open class', 'custom class', 'enum case'];

    /** @var list<Definition> */
    private array $definitions = [];
    /** Class of the current definition. */
    private string $class = '';
    /** Offset of the end of the last part. */
    private int $behind = 0;

    private function __construct(private readonly string $data, private readonly Hex $hex)
    {
        parent::__construct($hex);
    }

    /**
     * Prints a payload. If it is malformed, everything before the error is printed; print the error with Hex::failure().
     *
     * @throws LyoException if the payload is malformed
     */
    public static function print(string $data, Hex $hex): void
    {
        $lines = new self($data, $hex);
        $head = new Head($data, $lines->headPart(...));
        $lines->definitions = $head->definitions;
        Reader::stream($data, $head, $lines, $lines->part(...));
    }

    /** Prints a part of the head, the preamble or a table. */
    private function headPart(string $part, int $from, int $to, mixed $value, int $number): void
    {
        $value = is_int($value) || is_string($value) ? $value : 0;
        $this->class = $part === 'definition' ? '' : ($part === 'class' ? (string) $value : $this->class);
        $hex = $this->hex;
        $reference = $this->referred($from);
        [$level, $meaning] = match ($part) {
            'head' => [0, self::head((int) $value)],
            'preamble' => [0, 'preamble of ' . self::plural($value, 'byte')],
            'definition' => [1, "definition $number: " . self::DEFINITIONS[$value]],
            'class', 'case' => [2, "$part " . $hex->scalarText($value) . $reference],
            'keys' => [2, self::plural($value, 'key')],
            'key' => [3, 'key ' . $hex->keyText($value, $this->class) . $reference],
            'reference table', 'array table' => [0, "$part of $value"],
            default => [1, sprintf('begins at body offset %u', $value)],
        };
        $hex->line($level, $from, $to, $meaning);
    }

    private static function head(int $flags): string
    {
        return 'lyo, version ' . ($flags >> 4)
            . ($flags & Wire\Head::PREAMBLE ? ', preamble' : '') . ($flags & Wire\Head::SHARING ? ', sharing' : '') . ($flags & Wire\Head::ARRAYS ? ', arrays' : '');
    }

    private static function plural(int|string $count, string $noun): string
    {
        return "$count $noun" . ($count === 1 ? '' : 's');
    }

    public function reference(int $index): void
    {
        $this->hex->prefix .= "reference $index: ";
    }

    public function record(): void {}

    public function recorded(): array
    {
        return [];
    }

    public function place(int $index): void
    {
        $this->hex->prefix .= "array $index: ";
    }

    public function arrayAgain(int $from, int $to, int $index, array $array, int $size): self
    {
        $this->hex->value($from, $to, "array $index again");
        return $this;
    }

    public function beginRuns(int $from, int $to, int $count): void
    {
        $this->hex->container($from, $to, "list of $count in runs", '', true);
    }

    public function beginRun(int $from, int $to, int $key, int $n): void
    {
        $this->hex->line($this->hex->level, $from, $to, "run of $n:");
    }

    public function repeatRun(int $at, int $key, int $n, array $array, int $size): void {}

    public function again(int $from, int $to, bool $object, int $number, int $slot): self
    {
        $this->hex->value($from, $to, ($object ? 'object #' : 'reference ') . "$number again");
        return $this;
    }

    public function begin(int $from, int $to, ?Definition $definition, int $count, bool $keyed): void
    {
        if ($definition?->kind === Wire\Definition::MAP_SHAPE) {
            $this->hex->container($from, $to, 'record of definition ' . $this->number($definition));
        } else {
            parent::begin($from, $to, $definition, $count, $keyed);
        }
    }

    private function number(Definition $definition): int
    {
        return (int) array_search($definition, $this->definitions, true);
    }

    public function custom(int $from, int $to, string $class, string $payload): self
    {
        $this->hex->line($this->hex->level + 1, $this->behind, $to, $this->hex->scalarText($payload) . $this->referred($this->behind));
        return $this;
    }

    public function vector(int $token, int $cells, int $to, array $values): self
    {
        return $this;
    }

    public function beginRows(RowsHead $rows, int $to): void
    {
        $this->hex->container($rows->token, $to, self::plural($rows->count, 'row') . ' of definition ' . $this->number($rows->shape));
    }

    public function block(int $at, RowsHead $rows, int $first, array $columns): void {}

    /** Prints a part of a token. */
    private function part(string $part, int $from, int $to, mixed $value, int $number): void
    {
        $this->behind = $to;
        $hex = $this->hex;
        $text = $value === null || is_int($value) || is_string($value) || is_float($value) || $value === false || $value === true ? $hex->scalarText($value) : '';
        $n = is_int($value) ? $value : 0;
        match ($part) {
            'vector' => $hex->value($from, $to, "vector of $n"),
            'custom' => $hex->value($from, $to, 'object #' . $hex->ordinals++ . ' of ' . $hex->nameText(is_string($value) ? $value : '') . ', payload:'),
            'block' => $hex->line($hex->level, $from, $to, 'block of ' . self::plural($n, 'row')),
            'column' => $hex->line($hex->level, $from, $to, 'column ' . $hex->keyText(is_string($value) ? $value : $n, '')),
            'kind' => $hex->line($hex->level + 1, $from, $to, self::kindText($n) . ($number === 1 ? ', with nulls' : '')),
            'null bitmap' => $hex->line($hex->level + 1, $from, $to, "null bitmap, $n not null"),
            'base' => $hex->line($hex->level + 1, $from, $to, "base $n"),
            'first' => $hex->line($hex->level + 1, $from, $to, "first $n, step $number"),
            'scale' => $hex->line($hex->level + 1, $from, $to, "scale $n, base $number"),
            'words' => $hex->line($hex->level + 1, $from, $to, self::plural($n, 'string') . ', indices of ' . self::plural($number, 'bit')),
            'word' => $hex->line($hex->level + 2, $from, $to, "string $number: $text" . $this->referred($from)),
            'leaf' => $hex->line($hex->level + 2, $from, $to, $text . (is_string($value) ? $this->referred($from) : '')),
            default => $hex->line($hex->level + 2, $from, $to, $this->cellsText($value)),
        };
    }

    private static function kindText(int $kind): string
    {
        return match ($kind) {
            Vector::SEQUENCE => 'sequence',
            Vector::BOOL => 'bools',
            Vector::DOUBLE => 'doubles',
            Vector::CONSTANT => 'constant',
            Vector::DICTIONARY => 'dictionary',
            Vector::MIXED => 'mixed leaves',
            default => $kind < Vector::DECIMAL
                ? 'ints, offsets of ' . self::plural($kind, 'byte')
                : 'decimals, offsets of ' . self::plural($kind - Vector::DECIMAL + 1, 'byte'),
        };
    }

    /** Formats the cells of a vector, which have no tokens of their own. */
    private function cellsText(mixed $cells): string
    {
        $cells = is_array($cells) ? $cells : [];
        $texts = array_map(fn(mixed $cell): string => $this->hex->scalarText(is_int($cell) || is_float($cell) || is_string($cell) || is_bool($cell) ? $cell : null), array_slice($cells, 0, self::CELLS));
        return implode(', ', $texts) . (count($cells) > self::CELLS ? ', …' : '');
    }

    /** Tells what the string token at an offset refers to. */
    private function referred(int $from): string
    {
        return Hex::backReference($this->data[$from] ?? '');
    }
}
