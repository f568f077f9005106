<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Dump;

use Lyo\Exception\LyoException;
use Lyo\Pure\Definition;
use Lyo\Pure\Head;
use Lyo\Pure\RowsHead;
use Lyo\Wire;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;
use Lyo\Wire\Tag;
use Lyo\Wire\Vector;

use function array_fill;
use function array_map;
use function array_search;
use function array_slice;
use function array_sum;
use function count;
use function implode;
use function is_string;
use function ord;
use function sprintf;

/**
 * Prints annotated hex of a payload of lyo: its head, preamble, values, vectors and columns as they lie in the bytes.
 *
 * @internal
 */
final class LyoHex extends LyoReader
{
    /** Cells of a vector that are named. */
    private const CELLS = 16;
    private const DEFINITIONS = [1 => 'map shape', 'class shape', 'open class', 'custom class', 'enum case'];

    private ?Definition $shape = null;
    /** Of the shape, the column that comes. */
    private int $column = 0;

    private function __construct(string $data, Head $head, private readonly Hex $hex)
    {
        parent::__construct($data, $head, $hex);
    }

    /**
     * Prints all, or up to what is wrong (Hex::failure() prints that).
     *
     * @throws LyoException
     */
    public static function print(string $data, Hex $hex): void
    {
        $class = '';
        $head = new Head($data, static function (string $part, int $from, int $to, int|string $value, int $number) use ($data, $hex, &$class): void {
            $class = $part === 'definition' ? '' : ($part === 'class' ? (string) $value : $class);
            self::headLine($hex, $data, $part, $from, $to, $value, $number, $class);
        });
        (new self($data, $head, $hex))->whole();
    }

    private static function headLine(Hex $hex, string $data, string $part, int $from, int $to, int|string $value, int $number, string $class): void
    {
        $reference = Hex::backReference($data[$from]);
        [$level, $meaning] = match ($part) {
            'head' => [0, self::head((int) $value)],
            'extended' => [0, 'extended header of ' . self::plural($value, 'byte')],
            'entry' => [1, "entry $value of " . self::plural($number, 'byte')],
            'preamble' => [0, 'preamble of ' . self::plural($value, 'byte')],
            'definition' => [1, "definition $number: " . self::DEFINITIONS[$value]],
            'class', 'case' => [2, "$part " . $hex->scalarText($value) . $reference],
            'keys' => [2, self::plural($value, 'key')],
            'key' => [3, 'key ' . $hex->keyText($value, $class) . $reference],
            'table' => [0, "reference table of $value"],
            default => [1, sprintf('begins at body offset %u', $value)],
        };
        $hex->line($level, $from, $to, $meaning);
    }

    private static function head(int $flags): string
    {
        return 'lyo, version ' . ($flags >> 4) . ($flags & Wire\Head::EXTENDED ? ', extended header' : '')
            . ($flags & Wire\Head::PREAMBLE ? ', preamble' : '') . ($flags & Wire\Head::SHARING ? ', sharing' : '');
    }

    private static function plural(int|string $count, string $noun): string
    {
        return "$count $noun" . ($count === 1 ? '' : 's');
    }

    /** What a string token refers to, beside its own bytes. */
    public static function referred(int $tag): string
    {
        return match (true) {
            $tag >= Tag::BACKREF_NEAR, $tag >= Tag::BACKREF_12 && $tag <= Tag::BACKREF_12_LAST, $tag >= Tag::BACKREF && $tag <= Tag::BACKREF_LAST => ' (back reference)',
            $tag >= Tag::PREFIXED && $tag <= Tag::PREFIXED_SHORT => ' (begins as an earlier one)',
            $tag >= Tag::NAME && $tag <= Tag::NAME_LAST => ' (of the preamble)',
            default => '',
        };
    }

    protected function beginReference(int $index): void
    {
        $this->hex->prefix .= "reference $index: ";
    }

    protected function use(int $token, bool $object, int $number, int $slot): void
    {
        $this->hex->value($token, $this->at, ($object ? 'object #' : 'reference ') . "$number again");
    }

    protected function record(int $token, int $id, Definition $definition): void
    {
        if ($definition->kind === Wire\Definition::MAP_SHAPE) {
            $this->hex->container($token, $this->at, "record of definition $id");
        } else {
            parent::record($token, $id, $definition);
        }
    }

    protected function custom(int $token, string $class): void
    {
        $this->hex->value($token, $this->at, 'object #' . $this->hex->ordinals++ . ' of ' . $this->hex->nameText($class) . ', payload:');
        $from = $this->at;
        $payload = $this->string();
        $this->hex->line($this->hex->level + 1, $from, $this->at, $this->leafText($payload, $from));
    }

    protected function vectorValue(int $token, int $count): void
    {
        $this->hex->value($token, $this->at, "vector of $count");
        $this->vector($count, $token);
    }

    protected function beginRows(int $token, RowsHead $rows): void
    {
        $id = (int) array_search($rows->shape, $this->head->definitions, true);
        $this->hex->container($token, $this->at, "$rows->count " . ($rows->keyed ? 'keyed ' : '') . 'row' . ($rows->count === 1 ? '' : 's') . " of definition $id");
        $this->shape = $rows->shape;
    }

    protected function beginBlock(int $count): void
    {
        $this->hex->line($this->hex->level, $this->at, $this->at, 'block of ' . self::plural($count, 'row'));
        $this->column = 0;
    }

    protected function rowKeys(int $count, array $known): array
    {
        $keys = [];
        for ($i = 0; $i < $count; $i++) {
            $from = $this->at;
            $key = parent::rowKeys(1, $known)[0];
            $this->hex->line($this->hex->level, $from, $this->at, 'key ' . $this->hex->keyText($key, '') . self::referred(ord($this->data[$from])));
            $known[$key] = true;
            $keys[] = $key;
        }
        return $keys;
    }

    protected function columns(RowsHead $rows, int $count, int $pending): array
    {
        $this->shape = $rows->shape;
        return parent::columns($rows, $count, $pending);
    }

    protected function block(RowsHead $rows, array $keys, array $columns, int $rowWise, int $pending): void
    {
        for ($left = count($keys) * $rowWise; $left > 0;) {
            $this->values(1, null, $pending + --$left, false);
        }
    }

    protected function beginFrame(int $token, int $size): void
    {
        $this->hex->container($token, $this->at, 'frame of ' . self::plural($size, 'byte'));
    }

    protected function endFrame(): void
    {
        $this->hex->leave();
    }

    protected function vector(int $n, ?int $owner): ?array
    {
        $level = $this->hex->level;
        $token = $this->at;
        if ($owner === null) {
            $this->hex->line($level, $token, $token, 'column ' . $this->hex->keyText($this->shape->keys[$this->column++] ?? '', ''));
        }
        if ($token >= $this->end) {
            throw $this->ended($token);
        }
        $byte = ord($this->data[$this->at++]);
        $kind = $byte & Vector::NULLS - 1;
        $nulls = $byte !== $kind;
        if (!self::isKind($kind, $owner === null) || $nulls && $kind === Vector::ROW_WISE) {
            throw $this->fail(ErrorCode::Vector, $token);
        }
        if ($owner !== null && ($nulls || $kind === Vector::SEQUENCE || $kind === Vector::BOOL || $kind === Vector::CONSTANT)) {
            $this->draw($n, $this->at, $owner);
        }
        $this->hex->line($level + 1, $token, $this->at, self::kindText($kind) . ($nulls ? ', with nulls' : ''));
        $m = $n;
        if ($nulls) {
            $from = $this->at;
            $m -= array_sum($this->bits($n, $token));
            if ($m < 1) {
                throw $this->fail(ErrorCode::Vector, $token);
            }
            $this->hex->line($level + 1, $from, $this->at, "null bitmap, $m not null");
        }
        if ($kind === Vector::ROW_WISE) {
            return null;
        }
        $this->cellLines($m, $kind, $token, $nulls ? null : $owner);
        return array_fill(0, $n, null); // their values are of no interest to a line
    }

    private static function kindText(int $kind): string
    {
        $size = match (true) {
            $kind <= Vector::INT_LAST => $kind,
            $kind >= Vector::DECIMAL && $kind <= Vector::DECIMAL_LAST => $kind - Vector::DECIMAL + 1,
            default => 0,
        };
        return match ($kind) {
            Vector::SEQUENCE => 'sequence',
            Vector::BOOL => 'bools',
            Vector::DOUBLE => 'doubles',
            Vector::CONSTANT => 'constant',
            Vector::DICTIONARY => 'dictionary',
            Vector::MIXED => 'mixed leaves',
            Vector::ROW_WISE => 'row-wise',
            default => $kind < Vector::DECIMAL ? 'ints' : 'decimals',
        } . ($size === 0 ? '' : ', offsets of ' . self::plural($size, 'byte'));
    }

    /** Prints the parameters and cells of a vector behind its kind and nulls. */
    private function cellLines(int $m, int $kind, int $token, ?int $owner): void
    {
        $from = $this->at;
        $level = $this->hex->level;
        switch (true) {
            case $kind <= Vector::INT_LAST:
                $cells = $this->ints($m, $kind, $token);
                $behind = $this->at;
                $this->at = $from;
                $this->hex->line($level + 1, $from, $behind - $m * $kind, 'base ' . $this->zigzag($token));
                $this->at = $behind;
                $this->together($behind - $m * $kind, $cells);
                return;
            case $kind === Vector::SEQUENCE:
                $this->sequence($m, $token);
                $behind = $this->at;
                $this->at = $from;
                $this->hex->line($level + 1, $from, $behind, 'first ' . $this->zigzag($token) . ', step ' . $this->zigzag($token));
                return;
            case $kind === Vector::BOOL:
                $this->together($from, array_map(static fn(int $bit): bool => $bit === 1, $this->bits($m, $token)));
                return;
            case $kind === Vector::DOUBLE:
                $this->together($from, $this->doubles($m, $token));
                return;
            case $kind === Vector::CONSTANT:
                $this->leafLine();
                return;
            case $kind === Vector::DICTIONARY:
                $this->dictionaryLines($m, $token, $owner);
                return;
            case $kind === Vector::MIXED:
                for ($i = 0; $i < $m; $i++) {
                    $this->leafLine();
                }
                return;
            default:
                $size = $kind - Vector::DECIMAL + 1;
                $cells = $this->decimals($m, $size, $token);
                $behind = $this->at;
                $this->at = $from + 1;
                $this->hex->line($level + 1, $from, $behind - $m * $size, 'scale ' . ord($this->data[$from]) . ', base ' . $this->zigzag($token));
                $this->at = $behind;
                $this->together($behind - $m * $size, $cells);
        }
    }

    private function dictionaryLines(int $m, int $token, ?int $owner): void
    {
        $from = $this->at;
        $count = $this->varlen($token);
        if ($count < 1 || $count > $m || $count > Limit::DICTIONARY) {
            throw $this->fail(ErrorCode::Vector, $token);
        }
        $width = self::indexWidth($count);
        if ($owner !== null && $width < 8) {
            $this->draw($m, $token + 1, $owner);
        }
        if ($count > $this->end - $this->at) {
            throw $this->ended($token);
        }
        $this->hex->line($this->hex->level + 1, $from, $this->at, self::plural($count, 'string') . ', indices of ' . self::plural($width, 'bit'));
        $words = [];
        for ($i = 0; $i < $count; $i++) {
            $from = $this->at;
            $words[] = $word = $this->string();
            $this->hex->line($this->hex->level + 2, $from, $this->at, "string $i: " . $this->leafText($word, $from));
        }
        $from = $this->at;
        $cells = [];
        foreach ($this->indices($m, $width, $token) as $index) {
            if (!isset($words[$index])) {
                $this->together($from, $cells); // what could be read, as lyo-dump shows it
                throw $this->fail(ErrorCode::Vector, $token);
            }
            $cells[] = $words[$index];
        }
        $this->together($from, $cells);
    }

    /**
     * A line for cells that have no token of their own.
     *
     * @param list<int|float|string|bool|null> $cells
     */
    private function together(int $from, array $cells): void
    {
        $named = implode(', ', array_map($this->hex->scalarText(...), array_slice($cells, 0, self::CELLS)));
        $this->hex->line($this->hex->level + 2, $from, $this->at, $named . (count($cells) > self::CELLS ? ', …' : ''));
    }

    private function leafLine(): void
    {
        $from = $this->at;
        $value = $this->leaf();
        $this->hex->line($this->hex->level + 2, $from, $this->at, $this->leafText($value, $from));
    }

    private function leafText(int|float|string|bool|null $value, int $from): string
    {
        return $this->hex->scalarText($value) . (is_string($value) ? self::referred(ord($this->data[$from])) : '');
    }
}
