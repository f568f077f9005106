<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Wire\Definition as Kind;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Limit;
use Lyo\Wire\Vector;

use function array_fill;
use function array_map;
use function array_pop;
use function array_sum;
use function array_values;
use function count;
use function intdiv;
use function is_float;
use function is_nan;
use function ord;
use function strlen;
use function unpack;

/**
 * Claims, credit, and leaves in bulk: vectors and the columns of rows (spec sections 5.3, 5.4, 7.2 to 7.4).
 *
 * Where bytes are explained, tell() is told of: column (its key), row key (key), kind (kind, 1 with nulls), null bitmap (cells that are not null),
 * base, first (step), scale (base), cells, leaf, words (number, bits of an index), word (string, number).
 *
 * @internal
 */
abstract class Bulk extends Tokens
{
    protected Head $head;
    protected int $body = 0;
    /** @var list<Definition> */
    protected array $definitions = [];
    protected int $depth = 0;
    private int $creditUsed = 0;
    private int $elements = 0;
    /** There is a limit of elements. */
    protected bool $bounded = false;
    protected int $maxDepth = PHP_INT_MAX;
    private int $maxElements = PHP_INT_MAX;

    /** @param int $maxDepth 0 for no limit; as is $maxElements */
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
            $this->bounded = true;
        }
    }

    /** A container of $count entries begins, which need so many bytes at least; others need $pending. Its rows have $cells. */
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
        if ($this->bounded) {
            $this->elements += $count + $cells;
        }
    }

    protected function draw(int $cells, int $at, int $token): void
    {
        if ($cells > Limit::CREDIT + Limit::CREDIT_PER_BYTE * ($at - $this->body) - $this->creditUsed) {
            throw $this->fail(ErrorCode::Credit, $token);
        }
        $this->creditUsed += $cells;
    }

    /** A count that may not be 0. */
    protected function countOf(int $token): int
    {
        $count = $this->varlen($token);
        if ($count === 0) {
            throw $this->fail(ErrorCode::Size, $token);
        }
        return $count < 0 ? PHP_INT_MAX : $count;
    }

    /**
     * The cells of a vector of n; null if they stand in the rows.
     *
     * @param int|null $owner offset of VECTOR; null for a column
     *
     * @return ($owner is null ? list<int|float|string|bool|null>|null : list<int|float|string|bool|null>)
     */
    protected function vector(int $n, ?int $owner): ?array
    {
        $token = $this->at;
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
        $this->tell === null || $this->tell('kind', $token, $kind, (int) $nulls);
        if ($kind === Vector::ROW_WISE) {
            return $owner === null ? null : [];
        }
        if (!$nulls) {
            return $this->cells($n, $kind, $token, $owner);
        }
        $from = $this->at;
        $bits = $this->bits($n, $token);
        $m = $n - array_sum($bits);
        if ($m < 1) {
            throw $this->fail(ErrorCode::Vector, $token);
        }
        $this->tell === null || $this->tell('null bitmap', $from, $m);
        $cells = $this->cells($m, $kind, $token, null);
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
            || $kind === Vector::CONSTANT || $kind === Vector::DICTIONARY || $column && ($kind === Vector::MIXED || $kind === Vector::ROW_WISE);
    }

    /** @return list<int|float|string|bool|null> */
    private function cells(int $m, int $kind, int $token, ?int $owner): array
    {
        $from = $this->at;
        $cells = match (true) {
            $kind <= Vector::INT_LAST => $this->ints($m, $kind, $token),
            $kind === Vector::SEQUENCE => $this->sequence($m, $token),
            $kind === Vector::BOOL => array_map(static fn(int $bit): bool => $bit === 1, $this->bits($m, $token)),
            $kind === Vector::DOUBLE => $this->doubles($m, $token),
            $kind === Vector::CONSTANT => array_fill(0, $m, $this->leaves(1)[0]),
            $kind === Vector::DICTIONARY => $this->dictionary($m, $token, $owner),
            $kind === Vector::MIXED => $this->leaves($m),
            default => $this->decimals($m, $kind - Vector::DECIMAL + 1, $token),
        };
        if ($this->tell !== null && ($kind === Vector::BOOL || $kind === Vector::DOUBLE)) {
            $this->tell('cells', $from, $cells);
        }
        return $cells;
    }

    /**
     * The next n leaves.
     *
     * @return list<int|float|string|bool|null>
     */
    abstract protected function leaves(int $n): array;

    /**
     * So many unsigned numbers of that many bytes each; of 8 they may come out negative.
     *
     * @return list<int>
     */
    private function numbers(int $count, int $size, int $token): array
    {
        if ($count > intdiv($this->end - $this->at, $size)) {
            throw $this->ended($token);
        }
        $from = $this->skip($count * $size, $token);
        $code = [1 => 'C', 2 => 'v', 4 => 'V', 8 => 'P'][$size] ?? null;
        if ($code !== null) {
            $numbers = unpack("$code$count", $this->data, $from);
            return $numbers === false ? [] : self::listOfInts($numbers);
        }
        $numbers = [];
        for ($i = 0; $i < $count; $i++) {
            $numbers[] = $this->load($from + $i * $size, $size);
        }
        return $numbers;
    }

    /**
     * @param array<mixed> $numbers as unpack() gives them
     *
     * @return list<int>
     */
    private static function listOfInts(array $numbers): array
    {
        /** @var list<int> */
        return array_values($numbers);
    }

    /** @return list<int> */
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
     * @param list<int> $offsets
     *
     * @return list<int>
     */
    private function sums(int $base, array $offsets, int $token): array
    {
        $sums = [];
        foreach ($offsets as $offset) {
            // an offset of 2^63 or more fits a negative base alone: both without their sign bits give the same sum
            $a = $offset >= 0 ? $base : $base & PHP_INT_MAX;
            $b = $offset & PHP_INT_MAX;
            if ($offset < 0 && $base >= 0 || $a > PHP_INT_MAX - $b) {
                throw $this->fail(ErrorCode::Vector, $token);
            }
            $sums[] = $a + $b;
        }
        return $sums;
    }

    /** @return list<float> */
    private function decimals(int $m, int $size, int $token): array
    {
        if ($this->at >= $this->end) {
            throw $this->ended($token);
        }
        $from = $this->at;
        $scale = ord($this->data[$this->at++]);
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
     * Parameters, and behind them the cells.
     *
     * @param int $size bytes of all cells
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

    /** @return list<int> */
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
        if ($m > intdiv($this->end - $this->at, 8)) {
            throw $this->ended($token);
        }
        $cells = [];
        foreach (unpack("e$m", $this->data, $this->skip(8 * $m, $token)) ?: [] as $value) {
            $cells[] = is_float($value) ? (is_nan($value) ? NAN : $value) : 0.0;
        }
        return $cells;
    }

    /**
     * So many bits, the unused ones of the last byte clear.
     *
     * @return list<int> 0 or 1
     */
    private function bits(int $n, int $token): array
    {
        return $this->indices($n, 1, $token);
    }

    /**
     * So many numbers of 1, 2, 4, 8 or 16 bits.
     *
     * @return list<int>
     */
    private function indices(int $m, int $width, int $token): array
    {
        if ($width >= 8) {
            return $this->numbers($m, $width >> 3, $token);
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

    /** Bits of an index of so many words. */
    private static function indexWidth(int $words): int
    {
        return $words <= 16 ? ($words <= 2 ? 1 : ($words <= 4 ? 2 : 4)) : ($words <= 256 ? 8 : 16);
    }

    /** @return list<string> */
    private function dictionary(int $m, int $token, ?int $owner): array
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
        $this->tell === null || $this->tell('words', $from, $count, $width);
        $strings = [];
        for ($i = 0; $i < $count; $i++) {
            $from = $this->at;
            $strings[] = $this->string();
            $this->tell === null || $this->tell('word', $from, $strings[$i], $i);
        }
        $from = $this->at;
        $cells = [];
        foreach ($this->indices($m, $width, $token) as $index) {
            if (!isset($strings[$index])) {
                $this->tell('cells', $from, $cells); // what could be read, as lyo-dump shows it
                throw $this->fail(ErrorCode::Vector, $token);
            }
            $cells[] = $strings[$index];
        }
        $this->tell === null || $this->tell('cells', $from, $cells);
        return $cells;
    }
}
