<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Pure\Tree\Reference;
use Lyo\Wire\Limit;

use function array_key_first;
use function array_key_last;
use function array_keys;
use function count;
use function intdiv;
use function is_array;
use function is_float;
use function is_int;
use function is_nan;
use function is_object;
use function is_string;
use function ord;
use function serialize;
use function strlen;

/**
 * Finds arrays that are the same as earlier ones, and makes the array table (spec section 6.6). Only the content of arrays counts.
 *
 * @internal
 */
final class Repeats
{
    // copies of Limit
    private const ARRAY_BUCKETS = 256;
    private const ARRAY_EACH = 8;
    private const ARRAY_RUN = 16;

    /** Number of arrays so far that could be looked for. */
    private int $arrays = 0;
    /** Arrays are looked for up to this number; then only one of ARRAY_EACH is. Finding an array moves it ARRAY_RUN ahead. */
    private int $lookUntil = self::ARRAY_RUN;
    /** @var array<int, non-empty-array<mixed>> arrays that later ones are compared with: by bucket, and the older one of each by its number + ARRAY_BUCKETS */
    private array $candidates = [];
    /** @var array<int, int> body offsets of these arrays */
    private array $offsets = [];
    /** @var array<int, array{int, int, bool}|false> what facts() returns for those that were compared; false for its null */
    private array $facts = [];
    /** Body offset of the array that was found last. */
    public int $found = 0;
    /** Number of elements that occur again (spec section 7.3). */
    private int $allowanceUsed = 0;
    /** @var array<int, int> the array table: index by body offset */
    private array $indices = [];

    /**
     * Looks for an array among the earlier ones. If it is not found, later arrays may be compared with it.
     *
     * @param non-empty-array<mixed> $array
     * @param int $offset body offset of the array if it is written here
     * @param int $room number of levels that it may have here
     *
     * @return int|null index of the array that is the same; null if there is none, or it may not be used here
     */
    public function find(array $array, int $offset, int $room): ?int
    {
        // inline: this is called for each array
        $first = null;
        foreach ($array as $first) {
            break;
        }
        $count = count($array);
        if (is_string($first)) {
            $digest = $first === '' ? 0 : strlen($first) + 3 * ord($first);
        } elseif (is_array($first)) {
            $digest = 100 + count($first);
        } elseif (is_object($first)) {
            if ($count === 1 && $first instanceof Reference && self::isNumber($first->value)) {
                return null;
            }
            $this->arrays++;
            return null;
        } elseif ($count === 1) {
            return null;
        } else {
            $digest = self::digest($first);
        }
        if (++$this->arrays > $this->lookUntil && $this->arrays % self::ARRAY_EACH !== 0) {
            return null;
        }
        $bucket = ($count + 7 * $digest) % self::ARRAY_BUCKETS;
        if (isset($this->candidates[$bucket])) {
            $older = $bucket + self::ARRAY_BUCKETS;
            if ($this->isAgain($array, $place = $bucket, $offset, $room)
                || isset($this->candidates[$older]) && $this->isAgain($array, $place = $older, $offset, $room)) {
                $this->lookUntil = $this->arrays + self::ARRAY_RUN;
                $this->found = $this->offsets[$place];
                return $this->index($this->found);
            }
            $this->candidates[$older] = $this->candidates[$bucket];
            $this->offsets[$older] = $this->offsets[$bucket];
            unset($this->facts[$older]);
            if (isset($this->facts[$bucket])) {
                $this->facts[$older] = $this->facts[$bucket];
                unset($this->facts[$bucket]);
            }
        }
        $this->candidates[$bucket] = $array;
        $this->offsets[$bucket] = $offset;
        return null;
    }

    /**
     * Tells whether an array is the same as a candidate, and may be written as that.
     *
     * @param non-empty-array<mixed> $array
     */
    private function isAgain(array $array, int $place, int $offset, int $room): bool
    {
        $earlier = $this->candidates[$place];
        if (!self::mayBeSame($array, $earlier)) {
            return false;
        }
        $facts = $this->facts[$place] ??= self::facts($earlier) ?? false;

        return $facts !== false && self::areSame($array, $earlier, $facts) && $this->mayUse($facts, $offset, $room);
    }

    /** Tells whether a value is no string, array or object. */
    private static function isNumber(mixed $value): bool
    {
        return !is_string($value) && !is_array($value) && !is_object($value);
    }

    /** Returns the digest of such a value. */
    private static function digest(mixed $value): int
    {
        return match (true) {
            is_int($value) => $value & 0xFF,
            $value === null => 1,
            $value === false => 2,
            $value === true => 3,
            is_float($value) => 4,
            default => 0, // a resource: not written
        };
    }

    /** Returns the index of the array at a body offset. It gets the next one if it has none. */
    public function index(int $offset): int
    {
        return $this->indices[$offset] ??= count($this->indices);
    }

    /** @return list<int> the array table: body offsets by index */
    public function places(): array
    {
        return array_keys($this->indices);
    }

    // ---- comparisons ---------------------------------------------------------------------------------------------

    /**
     * Compares what is cheap to compare.
     *
     * @param non-empty-array<mixed> $a
     * @param non-empty-array<mixed> $b
     */
    public static function mayBeSame(array $a, array $b): bool
    {
        if (count($a) !== count($b)) {
            return false;
        }
        $first = $a[array_key_first($a)];
        $last = $a[array_key_last($a)];
        return (is_array($first) || $first === $b[array_key_first($b)]) && (is_array($last) || $last === $b[array_key_last($b)]);
    }

    /**
     * Tells whether two arrays are the same: also the order and types of keys, and floats bit for bit.
     *
     * @param non-empty-array<mixed> $a
     * @param non-empty-array<mixed> $b
     * @param array{int, int, bool} $facts facts of $b. As $b has few levels, the comparison cannot go deep.
     */
    public static function areSame(array $a, array $b, array $facts): bool
    {
        return $a === $b && (!$facts[2] || serialize($a) === serialize($b));
    }

    /**
     * Returns what must be known of an array that may occur again: number of its elements, number of its levels, and whether a float in it is 0.0 or
     * -0.0, which compare as equal. Returns null if the array may not occur again (spec section 6.6).
     *
     * @param non-empty-array<mixed> $array
     *
     * @return array{int, int, bool}|null
     */
    public static function facts(array $array): ?array
    {
        $elements = 0;
        $zero = false;
        $levels = self::levels($array, Limit::ARRAY_LEVELS, $elements, $zero);
        return $levels === 0 ? null : [$elements, $levels, $zero];
    }

    /**
     * Returns the levels of an array; 0 if it has more than $most, or holds a NaN, an object or a PHP reference.
     *
     * @param non-empty-array<mixed> $array
     */
    private static function levels(array $array, int $most, int &$elements, bool &$zero): int
    {
        $elements += count($array);
        $inner = 0;
        foreach ($array as $value) {
            if (is_array($value)) {
                if ($value === []) {
                    continue;
                }
                $levels = $most > 1 ? self::levels($value, $most - 1, $elements, $zero) : 0;
                if ($levels === 0) {
                    return 0;
                }
                $inner = $levels > $inner ? $levels : $inner;
            } elseif (is_float($value)) {
                if (is_nan($value)) {
                    return 0;
                }
                $zero = $zero || $value === 0.0;
            } elseif (is_object($value)) {
                return 0;
            }
        }
        return $inner + 1;
    }

    // ---- runs ----------------------------------------------------------------------------------------------------

    /**
     * Cuts a list into runs. Returns null if there are too many, or the first two values are not the same array.
     *
     * @param non-empty-list<mixed> $list
     *
     * @return list<array{mixed, int, array{int, int, bool}|null}>|null value, length, and what self::facts() returns for an array
     */
    public static function cut(array $list): ?array
    {
        $most = intdiv(count($list), Limit::RUN_MEAN);
        $runs = [];
        $value = $facts = null;
        $length = 0;
        foreach ($list as $next) {
            if ($facts !== null && is_array($value) && is_array($next) && $value !== [] && $next !== [] && self::areSame($next, $value, $facts)) {
                $length++;
                continue;
            }
            if ($length > 0) {
                $runs[] = [$value, $length, $facts];
                if (count($runs) >= $most || $length === 1 && count($runs) === 1) {
                    return null;
                }
            }
            $value = $next;
            $facts = is_array($next) && $next !== [] ? self::facts($next) : null;
            $length = 1;
        }
        $runs[] = [$value, $length, $facts];
        return $runs;
    }

    // ---- allowance -----------------------------------------------------------------------------------------------

    /**
     * Draws the elements of an array from the allowance, if it may be used at a body offset. Otherwise nothing is drawn.
     *
     * @param array{int, int, bool} $facts
     * @param int $room number of levels that it may have here
     */
    public function mayUse(array $facts, int $offset, int $room): bool
    {
        if ($facts[1] > $room || $facts[0] > $this->allowanceAt($offset)) {
            return false;
        }
        $this->draw($facts[0]);
        return true;
    }

    /** Returns the number of elements that are left of the allowance at a body offset. */
    public function allowanceAt(int $offset): int
    {
        return Limit::ALLOWANCE + Limit::ALLOWANCE_PER_BYTE * $offset - $this->allowanceUsed;
    }

    /** Draws elements from the allowance. */
    public function draw(int $elements): void
    {
        $this->allowanceUsed += $elements;
    }
}
