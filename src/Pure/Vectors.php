<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Stream\Table;
use Lyo\Wire\Tag;
use Lyo\Wire\Vector;

use function array_filter;
use function array_map;
use function array_values;
use function chr;
use function count;
use function fdiv;
use function in_array;
use function intdiv;
use function intval;
use function is_bool;
use function is_float;
use function is_int;
use function is_nan;
use function is_string;
use function strlen;

/**
 * Writes vectors: whole lists (spec section 6.1) and the columns of rows (6.4).
 *
 * @internal
 */
abstract class Vectors extends Output
{
    // ---- types of cells ------------------------------------------------------------------------------------------

    /**
     * Tells whether all cells are the same leaf, floats bit for bit.
     *
     * @param non-empty-list<mixed> $cells
     */
    private static function isConstant(array $cells): bool
    {
        $first = $cells[0];
        if (is_float($first)) {
            return self::isConstantFloat($first, $cells);
        }
        foreach ($cells as $cell) {
            if ($cell !== $first) {
                return false;
            }
        }
        return true;
    }

    /**
     * Tells whether all cells are floats with the same bits. All NaN count as the same.
     *
     * @param non-empty-list<mixed> $cells
     */
    private static function isConstantFloat(float $first, array $cells): bool
    {
        foreach ($cells as $cell) {
            if (!is_float($cell) || $cell !== $first && !(is_nan($cell) && is_nan($first))) {
                return false;
            }
            if ($cell === 0.0 && fdiv(1.0, $cell) !== fdiv(1.0, $first)) {
                return false;
            }
        }
        return true;
    }

    /**
     * @param array<mixed> $cells
     *
     * @phpstan-assert-if-true array<int> $cells
     */
    private static function areInts(array $cells): bool
    {
        foreach ($cells as $cell) {
            if (!is_int($cell)) {
                return false;
            }
        }
        return true;
    }

    /**
     * @param array<mixed> $cells
     *
     * @phpstan-assert-if-true array<float> $cells
     */
    private static function areFloats(array $cells): bool
    {
        foreach ($cells as $cell) {
            if (!is_float($cell)) {
                return false;
            }
        }
        return true;
    }

    /**
     * @param array<mixed> $cells
     *
     * @phpstan-assert-if-true array<string> $cells
     */
    private static function areStrings(array $cells): bool
    {
        foreach ($cells as $cell) {
            if (!is_string($cell)) {
                return false;
            }
        }
        return true;
    }

    /**
     * @param array<mixed> $cells
     *
     * @phpstan-assert-if-true array<bool> $cells
     */
    private static function areBools(array $cells): bool
    {
        foreach ($cells as $cell) {
            if (!is_bool($cell)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns how many bytes the tokens of these ints have.
     *
     * @param list<int> $ints
     */
    private static function taggedInts(array $ints): int
    {
        $size = 0;
        foreach ($ints as $value) {
            $size += $value >= -1 && $value < Tag::INT_SMALL_LAST - Tag::INT_SMALL ? 1 : 1 + Bytes::intSize($value);
        }
        return $size;
    }

    // ---- whole lists ---------------------------------------------------------------------------------------------

    /**
     * Writes a list of at least 4 values as a vector. Returns false, and writes nothing, if it must be written in another form.
     *
     * @param non-empty-list<mixed> $list
     */
    protected function writeVector(array $list): bool
    {
        $first = $list[0];
        if (is_string($first) || $first === null) {
            return $list[1] === $first && self::isConstant($list) && $this->writeConstant($list);
        }
        if (is_int($first)) {
            return self::areInts($list) && $this->writeInts($list);
        }
        if (is_bool($first)) {
            return self::areBools($list) && (self::isConstant($list) && $this->writeConstant($list) || $this->writeBools($list));
        }
        if (is_float($first)) {
            return self::areFloats($list) && (self::isConstantFloat($first, $list) && $this->writeConstant($list) || $this->writeFloats($list));
        }
        return false;
    }

    /** Writes tag, count and kind of a vector that draws on the credit. Returns false, and writes nothing, if the credit does not suffice. */
    private function beginDrawing(int $n, int $kind): bool
    {
        if (!$this->draw($n, strlen($this->out) + 2 + Bytes::varlenSize($n))) {
            return false;
        }
        $this->begin($n, $kind);
        return true;
    }

    /** Writes tag, count and kind of a vector. */
    private function begin(int $n, int $kind): void
    {
        $this->out .= chr(Tag::VECTOR) . Bytes::varlen($n) . chr($kind);
    }

    /** @param non-empty-list<mixed> $list */
    private function writeConstant(array $list): bool
    {
        if (!$this->beginDrawing(count($list), Vector::CONSTANT)) {
            return false;
        }
        $this->leaf($list[0]);
        return true;
    }

    /** @param non-empty-list<bool> $bools */
    private function writeBools(array $bools): bool
    {
        if (!$this->beginDrawing(count($bools), Vector::BOOL)) {
            return false;
        }
        $this->out .= Numbers::bits(array_map(intval(...), $bools), 1);
        return true;
    }

    /**
     * Tells whether a vector is at most $n / 16 bytes longer than the list of tagged values.
     *
     * @param int $size bytes of the vector behind its kind
     * @param int $tagged bytes of the tagged values
     */
    private static function pays(int $n, int $size, int $tagged): bool
    {
        $list = ($n <= 8 ? 1 : 1 + Bytes::uintSize($n)) + $tagged;
        return 2 + Bytes::varlenSize($n) + $size <= $list + intdiv($n, 16);
    }

    /**
     * Writes a list of ints as a constant, a sequence or a vector of ints. Returns false, and writes nothing, if tagged values are shorter.
     *
     * @param non-empty-list<int> $ints
     */
    private function writeInts(array $ints): bool
    {
        $n = count($ints);
        $facts = Numbers::facts($ints);
        if ($facts['sequence']) {
            if ($facts['step'] === 0) {
                if ($this->writeConstant($ints)) {
                    return true;
                }
            } elseif ($this->beginDrawing($n, Vector::SEQUENCE)) {
                $this->out .= self::sequence($ints[0], $facts['step']);
                return true;
            }
        }
        if (!self::pays($n, $facts['size'], self::taggedInts($ints))) {
            return false;
        }
        $this->begin($n, Vector::INT + $facts['width'] - 1);
        $this->out .= self::intRun($ints, $facts['base'], $facts['width']);
        return true;
    }

    /** Returns the data of a sequence. */
    private static function sequence(int $first, int $step): string
    {
        return Bytes::varlen(Bytes::zigzag($first)) . Bytes::varlen(Bytes::zigzag($step));
    }

    /**
     * Returns the data of a vector of ints.
     *
     * @param list<int> $ints
     */
    private static function intRun(array $ints, int $base, int $width): string
    {
        return Bytes::varlen(Bytes::zigzag($base)) . Numbers::offsets($ints, $base, $width);
    }

    /** @param non-empty-list<float> $floats */
    private function writeFloats(array $floats): bool
    {
        $n = count($floats);
        $facts = Floats::facts($floats);
        if (!self::pays($n, $facts['size'], $facts['tagged'])) {
            return false;
        }
        $this->begin($n, $facts['kind']);
        $this->out .= $facts['bytes'];
        return true;
    }

    // ---- columns -------------------------------------------------------------------------------------------------

    /**
     * Writes a column of a block as the vector that suits its cells best. All cells are leaves.
     *
     * @param non-empty-list<mixed> $cells
     */
    protected function writeColumn(array $cells): void
    {
        $present = in_array(null, $cells, true) ? array_values(array_filter($cells, static fn(mixed $cell): bool => $cell !== null)) : $cells;
        $nulls = '';
        if ($present !== [] && $present !== $cells) {
            $nulls = Numbers::bits(array_map(static fn(mixed $cell): int => $cell === null ? 1 : 0, $cells), 1);
        }
        if (!$this->writeUniform($present === [] ? $cells : $present, $nulls)) {
            $this->writeMixed($cells);
        }
    }

    /**
     * Writes a column of tagged leaves.
     *
     * @param list<mixed> $cells
     */
    protected function writeMixed(array $cells): void
    {
        $this->out .= chr(Vector::MIXED);
        foreach ($cells as $cell) {
            $this->leaf($cell);
        }
    }

    /** Writes the kind of a column, and its null bitmap if it is not empty. */
    private function beginColumn(int $kind, string $nulls): void
    {
        $this->out .= $nulls === '' ? chr($kind) : chr($kind | Vector::NULLS) . $nulls;
    }

    /**
     * Writes cells of one type, after their null bitmap if there is one. Returns false if they must be written as mixed leaves.
     *
     * @param non-empty-list<mixed> $cells
     */
    private function writeUniform(array $cells, string $nulls): bool
    {
        $first = $cells[0];
        if (self::isConstant($cells)) {
            $this->beginColumn(Vector::CONSTANT, $nulls);
            $this->leaf($first);
            return true;
        }
        if (is_int($first)) {
            return self::areInts($cells) && $this->writeIntColumn($cells, $nulls);
        }
        if (is_string($first)) {
            return self::areStrings($cells) && $this->writeDictionary($cells, $nulls);
        }
        if (is_float($first)) {
            return self::areFloats($cells) && $this->writeFloatColumn($cells, $nulls);
        }
        if (!self::areBools($cells)) {
            return false;
        }
        $this->beginColumn(Vector::BOOL, $nulls);
        $this->out .= Numbers::bits(array_map(intval(...), $cells), 1);
        return true;
    }

    /**
     * Writes a column of ints. Returns false, and writes nothing, if tagged leaves are shorter.
     *
     * @param non-empty-list<int> $ints
     */
    private function writeIntColumn(array $ints, string $nulls): bool
    {
        $facts = Numbers::facts($ints);
        if ($facts['sequence'] && count($ints) >= 3) {
            $this->beginColumn(Vector::SEQUENCE, $nulls);
            $this->out .= self::sequence($ints[0], $facts['step']);
            return true;
        }
        if ($facts['size'] > self::taggedInts($ints)) {
            return false;
        }
        $this->beginColumn(Vector::INT + $facts['width'] - 1, $nulls);
        $this->out .= self::intRun($ints, $facts['base'], $facts['width']);
        return true;
    }

    /**
     * Writes a column of floats. Returns false, and writes nothing, if tagged leaves are shorter.
     *
     * @param non-empty-list<float> $floats
     */
    private function writeFloatColumn(array $floats, string $nulls): bool
    {
        $facts = Floats::facts($floats);
        if ($facts['size'] > $facts['tagged']) {
            return false;
        }
        $this->beginColumn($facts['kind'], $nulls);
        $this->out .= $facts['bytes'];
        return true;
    }

    /**
     * Writes a column of strings as a dictionary. Returns false, and writes nothing, if more than half of the strings are different.
     *
     * @param non-empty-list<string> $strings
     */
    private function writeDictionary(array $strings, string $nulls): bool
    {
        $most = intdiv(count($strings), 2);
        /** @var Table<int> $numbers */
        $numbers = new Table();
        $words = [];
        $indices = [];
        foreach ($strings as $string) {
            $number = $numbers->get($string);
            if ($number === null) {
                $number = count($words);
                if ($number >= $most) {
                    return false;
                }
                $numbers->set($string, $number);
                $words[] = $string;
            }
            $indices[] = $number;
        }
        $this->beginColumn(Vector::DICTIONARY, $nulls);
        $this->out .= Bytes::varlen(count($words));
        foreach ($words as $word) {
            $this->out .= $this->string($word);
        }
        $this->out .= Numbers::bits($indices, Numbers::indexWidth(count($words)));
        return true;
    }
}
