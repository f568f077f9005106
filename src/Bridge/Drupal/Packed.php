<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Drupal;

use Lyo\Bridge\Packer;

use function is_string;
use function str_starts_with;
use function strlen;
use function substr;

/**
 * A value in the form in which a row of a cache bin has it.
 *
 * Plain Drupal misses a row that it cannot read, because of its time of expiry (see Lyo\Bridge\Expiry), but it decodes the row if it asks for
 * invalid items, too. CacheCollector does this, and Drupal 11 requires an array there. So such data begin with the text of an empty array, after
 * which unserialize() stops.
 *
 * @internal
 */
final readonly class Packed
{
    private const EMPTY_ARRAY = 'a:0:{}';

    /** @param bool $isPlain whether plain Drupal can read the bytes */
    private function __construct(public string $bytes, public bool $isPlain) {}

    public static function value(mixed $value): self
    {
        $data = Serialization::cachePacker()->pack($value);
        $isPlain = Packer::isText($data);
        return new self($isPlain ? $data : self::EMPTY_ARRAY . $data, $isPlain);
    }

    /** Tells whether plain Drupal cannot read the data of a row. */
    public static function isMarked(mixed $stored): bool
    {
        return is_string($stored) && strlen($stored) > strlen(self::EMPTY_ARRAY) && str_starts_with($stored, self::EMPTY_ARRAY);
    }

    /** Returns the data of a row as a Packer reads them. */
    public static function data(string $stored): string
    {
        return self::isMarked($stored) ? substr($stored, strlen(self::EMPTY_ARRAY)) : $stored;
    }
}
