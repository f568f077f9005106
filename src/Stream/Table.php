<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stream;

use function array_values;
use function count;
use function md5;
use function random_bytes;

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

    /** @return T|null null if there is no such key */
    public function get(string $string): mixed
    {
        return $this->values[$this->hashed ? self::hash($string) : $string] ?? null;
    }

    /** @param T $value */
    public function set(string $string, mixed $value): void
    {
        if (!$this->hashed && count($this->values) >= self::PLAIN) {
            $this->hashed = true;
            $this->values = self::hashed($this->values);
        }
        $this->values[$this->hashed ? self::hash($string) : $string] = $value;
    }

    /** @return list<T> */
    public function values(): array
    {
        return array_values($this->values);
    }

    /** Returns a key for a string, which nobody can foresee. Two strings with the same key cannot be found without the secret. */
    public static function hash(string $string): string
    {
        if ($string !== self::$last || self::$secret === '') { // one string is often hashed two or three times
            if (self::$secret === '') {
                self::$secret = random_bytes(16);
            }
            self::$last = $string;
            self::$hash = md5(self::$secret . $string, true);
        }
        return self::$hash;
    }

    /**
     * Returns an array with hashed keys.
     *
     * @template V
     *
     * @param array<V> $values
     *
     * @return array<string, V>
     */
    public static function hashed(array $values): array
    {
        $hashed = [];
        foreach ($values as $string => $value) {
            $hashed[self::hash((string) $string)] = $value;
        }
        return $hashed;
    }
}
