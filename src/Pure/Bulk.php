<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Wire\Definition as Kind;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;
use Lyo\Wire\Vector;

use function array_combine;
use function array_fill;
use function array_map;
use function array_pop;
use function array_sum;
use function array_values;
use function count;
use function intdiv;
use function is_float;
use function is_nan;
use function max;
use function min;
use function ord;
use function strlen;
use function unpack;

/**
 * Reads vectors, and rows, whose columns are vectors, and checks claims, credit and limits (spec sections 5.3, 5.4, 7.2 to 7.4).
 *
 * When bytes are explained, tell() gets these parts, each with its value (and number): column (its key), kind (kind; 1 if there is a null bitmap),
 * null bitmap (how many cells are not null), base (base), first (first; step), scale (scale; base), cells (cells), leaf (leaf), words (how many;
 * bits of an index), word (string; its index).
 *
 * @internal
 */
abstract class Bulk extends Tokens
{
    protected Head $head;
    protected ?StreamSink $stream = null;
    /** Offset of the first byte of the body. */
    protected int $body = 0;
    /** @var list<Definition> */
    protected array $definitions = [];
    protected int $depth = 0;
    /** Number of slots so far, counted as serialize() counts them for back references. */
    protected int $slot = 0;
    /** Number of cells that were drawn from the credit so far (spec section 7.3). */
    private int $creditUsed = 0;
    /** Number of elements that occurred again so far without being written again (spec section 7.3). */
    protected int $allowanceUsed = 0;
    /** Number of elements so far; they are counted only while $counted is true. */
    protected int $elements = 0;
    /** The largest depth so far, while $counted is true. */
    protected int $deepest = 0;
    /** Whether elements and depth are counted: if there is a limit of elements, and in an array that may occur again. */
    protected bool $counted = false;
    protected int $maxDepth = PHP_INT_MAX;
    private int $maxElements = PHP_INT_MAX;

    /** @param int $maxDepth 0 for no limit, as for $maxElements */
    protected function __construct(string $data, Head $head, int $maxDepth, int $maxElements)
    {
        $this->data = $data;
        $this->end = strlen($data);
        $this->head = $head;
        $this->at = $this->body = $head->body;
        $this->names = $head->strings;
        $this->longest = $head->longest;
        $this->definitions = $head->definitions;
        if ($maxDepth > 0) {
            $this->maxDepth = $maxDepth;
        }
        if ($maxElements > 0) {
            $this->maxElements = $maxElements;
            $this->counted = true;
        }
    }

    /**
     * Checks that a container may begin: depth, claim and number of elements, in this order (spec sections 7.2 and 7.4).
     *
     * @param int $token offset of the container, for errors
     * @param int $need bytes that its content needs at least; a negative number is an overflow and refused
     * @param int $count its entries
     * @param int $pending bytes that the rest of the containers around it needs at least
     * @param int $levels levels of nesting that it adds
     * @param int $cells cells of rows, which count as elements in addition to $count
     */
    protected function admit(int $token, int $need, int $count, int $pending, int $levels = 1, int $cells = 0): void
    {
        if ($levels > $this->maxDepth - $this->depth) {
            throw $this->fail(ErrorCode::Depth, $token);
        }
        if ($need > $this->end - $this->at - $pending || $need < 0) {
            throw $this->ended($token);
        }
        if ($count > Limit::COUNT || $count + $cells > $this->maxElements - $this->elements) {
            throw $this->fail(ErrorCode::Elements, $token);
        }
        if ($this->counted) {
            $this->elements += $count + $cells;
            $this->deepest = max($this->deepest, $this->depth + $levels);
        }
    }

    /**
     * Lets elements occur again that are not written again (spec section 7.3).
     *
     * @param int $elements their number; PHP_INT_MAX for a number that is too large
     * @param int $token offset of USE_ARRAY or of the length of a run, for errors
     */
    protected function allow(int $elements, int $token): void
    {
        if ($elements > $this->maxElements - $this->elements && $this->maxElements !== PHP_INT_MAX) {
            throw $this->fail(ErrorCode::Elements, $token);
        }
        if ($elements > Limit::ALLOWANCE + Limit::ALLOWANCE_PER_BYTE * ($this->at - $this->body) - $this->allowanceUsed) {
            throw $this->fail(ErrorCode::Credit, $token);
        }
        $this->allowanceUsed += $elements;
        $this->elements += $elements;
    }

    /**
     * Draws cells from the credit (spec section 7.3).
     *
     * @param int $at offset up to which bytes have added to the credit
     * @param int $token offset of the vector or rows, or of the length of a run, for the error
     */
    protected function draw(int $cells, int $at, int $token): void
    {
        if ($cells > Limit::CREDIT + Limit::CREDIT_PER_BYTE * ($at - $this->body) - $this->creditUsed) {
            throw $this->fail(ErrorCode::Credit, $token);
        }
        $this->creditUsed += $cells;
    }

    /** Reads a count, which must not be 0. A count above PHP_INT_MAX is returned as PHP_INT_MAX. */
    protected function countOf(int $token): int
    {
        $count = $this->varlen($token);
        if ($count === 0) {
            throw $this->fail(ErrorCode::Size, $token);
        }
        return $count < 0 ? PHP_INT_MAX : $count;
    }

    /**
     * Reads a vector of $n cells.
     *
     * @param int|null $owner offset of the VECTOR tag; null for a column
     *
     * @return list<int|float|string|bool|null>
     */
    protected function vector(int $n, ?int $owner): array
    {
        $token = $this->at;
        if ($token >= $this->end) {
            throw $this->ended($token);
        }
        $byte = ord($this->data[$this->at++]);
        $kind = $byte & Vector::NULLS - 1;
        $nulls = $byte !== $kind;
        if (!self::isKind($kind, $owner === null) || $nulls && ($owner !== null || $kind === Vector::MIXED)) {
            throw $this->fail(ErrorCode::Vector, $token);
        }
        if ($owner !== null && ($kind === Vector::SEQUENCE || $kind === Vector::BOOL || $kind === Vector::CONSTANT)) {
            $this->draw($n, $this->at, $owner);
        }
        $this->tell === null || $this->tell('kind', $token, $kind, (int) $nulls);
        if (!$nulls) {
            return $this->cells($n, $kind, $token);
        }
        $from = $this->at;
        $bits = $this->bits($n, 1, $token);
        $m = $n - array_sum($bits);
        if ($m < 1 || $m === $n) {
            throw $this->fail(ErrorCode::Vector, $token);
        }
        $this->tell === null || $this->tell('null bitmap', $from, $m);
        $cells = $this->cells($m, $kind, $token);
        $all = [];
        $next = 0;
        foreach ($bits as $null) {
            $all[] = $null === 1 ? null : $cells[$next++];
        }
        return $all;
    }

    private static function isKind(int $kind, bool $column): bool
    {
        return $kind >= Vector::INT && $kind <= Vector::DOUBLE || $kind >= Vector::DECIMAL && $kind <= Vector::DECIMAL_LAST
            || $kind === Vector::CONSTANT || $column && ($kind === Vector::DICTIONARY || $kind === Vector::MIXED);
    }

    /**
     * Reads the data of a vector behind its kind and null bitmap.
     *
     * @param int $m number of cells that are not null
     * @param int $token offset of the kind
     *
     * @return list<int|float|string|bool|null>
     */
    private function cells(int $m, int $kind, int $token): array
    {
        $from = $this->at;
        $cells = match (true) {
            $kind <= Vector::INT_LAST => $this->ints($m, $kind, $token),
            $kind === Vector::SEQUENCE => $this->sequence($m, $token),
            $kind === Vector::BOOL => array_map(static fn(int $bit): bool => $bit === 1, $this->bits($m, 1, $token)),
            $kind === Vector::DOUBLE => $this->doubles($m, $token),
            $kind === Vector::CONSTANT => array_fill(0, $m, $this->leaves(1)[0]),
            $kind === Vector::DICTIONARY => $this->dictionary($m, $token),
            $kind === Vector::MIXED => $this->leaves($m),
            default => $this->decimals($m, $kind - Vector::DECIMAL + 1, $token),
        };
        if ($this->tell !== null && ($kind === Vector::BOOL || $kind === Vector::DOUBLE)) {
            $this->tell('cells', $from, $cells);
        }
        return $cells;
    }

    /**
     * Reads the next $n leaves.
     *
     * @return list<int|float|string|bool|null>
     */
    abstract protected function leaves(int $n): array;

    /**
     * Reads $count unsigned integers of $size bytes each. Integers of 8 bytes above PHP_INT_MAX become negative.
     *
     * @return list<int>
     */
    private function numbers(int $count, int $size, int $token): array
    {
        $from = $this->skip($count * $size, $token);
        $code = [1 => 'C', 2 => 'v', 4 => 'V', 8 => 'P'][$size] ?? null;
        if ($code !== null) {
            /** @var list<int> $numbers */
            $numbers = array_values(unpack("$code$count", $this->data, $from) ?: []);
            return $numbers;
        }
        $numbers = [];
        for ($i = 0; $i < $count; $i++) {
            $numbers[] = $this->load($from + $i * $size, $size);
        }
        return $numbers;
    }

    /**
     * Reads the data of a vector of ints: a base and $m offsets from it, of $size bytes each.
     *
     * @return list<int>
     */
    private function ints(int $m, int $size, int $token): array
    {
        $from = $this->at;
        $base = $this->zigzag($token);
        $numbers = $this->numbers($m, $size, $token);
        $cells = $base === 0 && $size < 8 ? $numbers : $this->sums($base, $numbers, $token);
        $this->tell === null || $this->tellParts('base', $from, $m * $size, $base, 0, $cells);
        return $cells;
    }

    /**
     * Adds the base to unsigned offsets. A sum that does not fit an int is an error.
     *
     * @param list<int> $offsets
     *
     * @return list<int>
     */
    private function sums(int $base, array $offsets, int $token): array
    {
        $sums = [];
        foreach ($offsets as $offset) {
            // An offset of 2^63 or more is negative here, and is valid with a negative base only. Then both lose their sign bit, which does not change the sum.
            $a = $offset >= 0 ? $base : $base & PHP_INT_MAX;
            $b = $offset & PHP_INT_MAX;
            if ($offset < 0 && $base >= 0 || $a > PHP_INT_MAX - $b) {
                throw $this->fail(ErrorCode::Vector, $token);
            }
            $sums[] = $a + $b;
        }
        return $sums;
    }

    /**
     * Reads the data of a vector of decimals: a scale, a base, and $m offsets of $size bytes each.
     *
     * @return list<float>
     */
    private function decimals(int $m, int $size, int $token): array
    {
        $from = $this->skip(1, $token);
        $scale = ord($this->data[$from]);
        if ($scale > Limit::READ_SCALE) {
            throw $this->fail(ErrorCode::Vector, $token);
        }
        $base = $this->zigzag($token);
        $power = Bytes::POWERS[$scale];
        $numbers = $this->numbers($m, $size, $token);
        if ($base > Limit::READ_MANTISSA) {
            throw $this->fail(ErrorCode::Vector, $token);
        }
        $cells = [];
        foreach ($numbers as $offset) {
            $mantissa = $base + $offset;
            if ($mantissa > Limit::READ_MANTISSA || $mantissa < -Limit::READ_MANTISSA) {
                throw $this->fail(ErrorCode::Vector, $token);
            }
            $cells[] = $mantissa / $power;
        }
        $this->tell === null || $this->tellParts('scale', $from, $m * $size, $scale, $base, $cells);
        return $cells;
    }

    /**
     * Tells of the parameters of a vector, and then of its cells, which were read after them.
     *
     * @param string $part name of the parameters
     * @param int $from their offset
     * @param int $size bytes of all cells together
     * @param list<int|float> $cells
     */
    private function tellParts(string $part, int $from, int $size, int $value, int $number, array $cells): void
    {
        $behind = $this->at;
        $this->at = $behind - $size;
        $this->tell($part, $from, $value, $number);
        $this->at = $behind;
        $this->tell('cells', $behind - $size, $cells);
    }

    /**
     * Reads the data of a sequence, a first int and a step, and returns its $m members.
     *
     * @return list<int>
     */
    private function sequence(int $m, int $token): array
    {
        $from = $this->at;
        $first = $value = $this->zigzag($token);
        $step = $this->zigzag($token);
        $cells = [$value];
        for ($i = 1; $i < $m; $i++) {
            if (!Bytes::sumFits($value, $step)) {
                throw $this->fail(ErrorCode::Vector, $token);
            }
            $cells[] = $value += $step;
        }
        $this->tell === null || $this->tell('first', $from, $first, $step);
        return $cells;
    }

    /** @return list<float> */
    private function doubles(int $m, int $token): array
    {
        $cells = [];
        foreach (unpack("e$m", $this->data, $this->skip(8 * $m, $token)) ?: [] as $value) {
            $cells[] = is_float($value) ? (is_nan($value) ? NAN : $value) : 0.0;
        }
        return $cells;
    }

    /**
     * Reads $m unsigned integers of $width bits each: 1, 2, 4 or 8. The unused bits of the last byte must be clear.
     *
     * @return list<int>
     */
    private function bits(int $m, int $width, int $token): array
    {
        if ($width === 8) {
            return $this->numbers($m, 1, $token);
        }
        $perByte = intdiv(8, $width);
        $bytes = $this->numbers(intdiv($m, $perByte) + ($m % $perByte === 0 ? 0 : 1), 1, $token);
        $mask = (1 << $width) - 1;
        $numbers = [];
        foreach ($bytes as $byte) {
            for ($i = 0; $i < $perByte; $i++) {
                $numbers[] = $byte & $mask;
                $byte >>= $width;
            }
        }
        for ($i = count($numbers) - 1; $i >= $m; $i--) {
            if ($numbers[$i] !== 0) {
                throw $this->fail(ErrorCode::Vector, $token);
            }
            array_pop($numbers);
        }
        return $numbers;
    }

    /**
     * Reads the data of a dictionary: its words, and for each cell the index of its word.
     *
     * @return list<string>
     */
    private function dictionary(int $m, int $token): array
    {
        $from = $this->at;
        $count = $this->varlen($token);
        if ($count < 2 || $count > intdiv($m, 2)) {
            throw $this->fail(ErrorCode::Vector, $token);
        }
        $width = Numbers::indexWidth($count);
        if ($count > $this->end - $this->at) {
            throw $this->ended($token);
        }
        $this->tell === null || $this->tell('words', $from, $count, $width);
        $strings = [];
        for ($i = 0; $i < $count; $i++) {
            $from = $this->at;
            $strings[] = $this->string();
            $this->tell === null || $this->tell('word', $from, $strings[$i], $i);
        }
        $from = $this->at;
        $cells = [];
        foreach ($this->bits($m, $width, $token) as $index) {
            if (!isset($strings[$index])) {
                $this->tell('cells', $from, $cells); // lyo-dump shows the cells before the wrong index
                throw $this->fail(ErrorCode::Vector, $token);
            }
            $cells[] = $strings[$index];
        }
        $this->tell === null || $this->tell('cells', $from, $cells);
        return $cells;
    }

    // ---- rows ----------------------------------------------------------------------------------------------------

    /** Reads a list that is written as rows. */
    protected function rows(int $token, int $pending): mixed
    {
        $rows = $this->rowsHead($token, $pending);
        $this->depth += 2;
        $this->stream?->beginRows($rows, $this->at);
        $all = [];
        for ($left = $rows->count; $left > 0;) {
            $count = min($left, $rows->block);
            $this->tell === null || $this->tell('block', $this->at, $count);
            $columns = $this->columns($rows, $count);
            $this->slot += $count * (1 + $rows->shape->count);
            if ($this->stream !== null) {
                $this->stream->block($this->at, $rows, $rows->count - $left, $columns);
            } else {
                $block = count($columns) === 1 ? array_map(static fn(mixed $cell): array => [$cell], $columns[0]) : array_map(null, ...$columns);
                foreach ($block as $cells) {
                    $all[] = array_combine($rows->shape->keys, $cells);
                }
            }
            $left -= $count;
        }
        $this->depth -= 2;
        if ($this->stream !== null) {
            return $this->stream->end($this->at, $rows->count);
        }
        return $all;
    }

    /** Reads the count and the definition of rows, and admits them. */
    private function rowsHead(int $token, int $pending): RowsHead
    {
        $this->at++;
        $count = $this->countOf($token);
        $shape = $this->definitions[$this->varlen($token)] ?? null;
        if ($shape === null || $shape->kind !== Kind::MAP_SHAPE || $shape->count > Limit::ROW_KEYS) {
            throw $this->fail(ErrorCode::DefinitionId, $token);
        }
        $rows = new RowsHead($token, $count, $shape);
        $this->admit($token, $rows->need(), $count, $pending, 2, $rows->cells());
        return $rows;
    }

    /**
     * Reads the columns of a block, and draws its credit.
     *
     * @return list<list<int|float|string|bool|null>>
     */
    private function columns(RowsHead $rows, int $count): array
    {
        $columns = [];
        foreach ($rows->shape->keys as $key) {
            $this->tell === null || $this->tell('column', $this->at, $key);
            $columns[] = $this->vector($count, null);
        }
        $this->draw($count * $rows->credit, $this->at, $rows->token);
        return $columns;
    }
}
