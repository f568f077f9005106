<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stream;

use function md5;
use function random_bytes;
use function strlen;

/**
 * Hashes of strings that the author of data may choose. Nobody can foresee them. Two strings with the same hash cannot be found without the secret.
 *
 * @internal
 */
final class Hashes
{
    private static string $secret = '';
    /** The short string that was hashed last. */
    private string $last = '';
    /** Its hash. */
    private string $hash;
    private ?LongStrings $longs = null;

    public function __construct()
    {
        $this->hash = self::all('');
    }

    /** Returns the hash of a string. */
    public function of(string $string): string
    {
        if ($string !== $this->last) { // one string is often hashed two or three times
            if (strlen($string) >= LongStrings::LEAST) {
                return ($this->longs ??= new LongStrings())->hash($string);
            }
            $this->last = $string;
            $this->hash = md5(self::$secret . $string, true);
        }
        return $this->hash;
    }

    /** Returns the hash of a string, after reading all its bytes. */
    public static function all(string $string): string
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
     *
     * @return array<string, V>
     */
    public function ofKeys(array $values): array
    {
        $hashed = [];
        foreach ($values as $string => $value) {
            $hashed[$this->of((string) $string)] = $value;
        }
        return $hashed;
    }
}
