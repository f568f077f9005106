<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stream;

use function array_values;
use function count;

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

    /** @var array<T> by string, or by hash */
    private array $values = [];
    /** Makes the hashes; null if keys are not hashed. */
    private ?Hashes $hashes = null;

    /** @return T|null null if there is no such key */
    public function get(string $string): mixed
    {
        return $this->values[$this->hashes === null ? $string : $this->hashes->of($string)] ?? null;
    }

    /** @param T $value */
    public function set(string $string, mixed $value): void
    {
        if ($this->hashes === null && count($this->values) >= self::PLAIN) {
            $this->hashes = new Hashes();
            $this->values = $this->hashes->ofKeys($this->values);
        }
        $this->values[$this->hashes === null ? $string : $this->hashes->of($string)] = $value;
    }

    /** @return list<T> */
    public function values(): array
    {
        return array_values($this->values);
    }
}
