<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stream;

use function array_values;
use function count;
use function md5;
use function random_bytes;
use function strlen;

/**
 * A table whose keys are strings that the author of data may choose. The hash function of PHP's arrays is known, so that many strings with one hash can
 * be made, and each of them is compared with all others. So when the table gets large, its keys are hashed with a secret first.
 *
 * @internal
 *
 * @template T
 */
final class Table
{
    /** Number of keys from which on keys are hashed. Fewer cost little, whatever they are. */
    public const PLAIN = 512;

    private static string $secret = '';
    /** The string that was hashed last. */
    private static string $last = '';
    /** Its hash. */
    private static string $hash = '';
    /** @var array<T> by string, or by hash */
    private array $values = [];
    private bool $hashed = false;

    public function __construct(private LongStrings $longs = new LongStrings()) {}

    /** @return T|null null if there is no such key */
    public function get(string $string): mixed
    {
        return $this->values[$this->hashed ? self::hash($string, $this->longs) : $string] ?? null;
    }

    /** @param T $value */
    public function set(string $string, mixed $value): void
    {
        if (!$this->hashed && count($this->values) >= self::PLAIN) {
            $this->hashed = true;
            $this->values = self::hashed($this->values, $this->longs);
        }
        $this->values[$this->hashed ? self::hash($string, $this->longs) : $string] = $value;
    }

    /** @return list<T> */
    public function values(): array
    {
        return array_values($this->values);
    }

    /**
     * Returns a key for a string, which nobody can foresee. Two strings with the same key cannot be found without the secret.
     *
     * @param LongStrings $longs long strings that were met
     */
    public static function hash(string $string, LongStrings $longs): string
    {
        if (strlen($string) >= LongStrings::LEAST) {
            return $longs->hash($string);
        }
        if ($string !== self::$last || self::$secret === '') { // one string is often hashed two or three times
            if (self::$secret === '') {
                self::$secret = random_bytes(16);
            }
            self::$last = $string;
            self::$hash = md5(self::$secret . $string, true);
        }
        return self::$hash;
    }

    /** Returns the same key, after all bytes of the string were read. */
    public static function hashAll(string $string): string
    {
        if (self::$secret === '') {
            self::$secret = random_bytes(16);
        }
        return md5(self::$secret . $string, true);
    }

    /**
     * Returns an array with hashed keys.
     *
     * @template V
     *
     * @param array<V> $values
     * @param LongStrings $longs long strings that were met
     *
     * @return array<string, V>
     */
    public static function hashed(array $values, LongStrings $longs): array
    {
        $hashed = [];
        foreach ($values as $string => $value) {
            $hashed[self::hash((string) $string, $longs)] = $value;
        }
        return $hashed;
    }
}
