<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Drupal;

use Lyo\Bridge\Packer;

use function is_string;
use function str_starts_with;
use function strlen;
use function strpos;
use function substr;

/**
 * A value in the form in which a row of a cache bin has it.
 *
 * Plain Drupal misses a row that it cannot read, because of its time of expiry (see Lyo\Bridge\Expiry), but it decodes the row if it asks for
 * invalid items, too. CacheCollector does this. So such data are the text of a string with these bytes: unserialize() reads it without a warning.
 * No other row has that, because Drupal stores a string as it is, and does not serialize it.
 *
 * @internal
 */
final readonly class Packed
{
    /** @param bool $isPlain whether plain Drupal can read the bytes */
    private function __construct(public string $bytes, public bool $isPlain) {}

    /**
     * @param mixed $value no string
     * @param string $bin the bin that it is for
     */
    public static function value(mixed $value, string $bin = ''): self
    {
        $data = Serialization::cachePacker($bin)->pack($value);
        $isPlain = Packer::isText($data);
        return new self($isPlain ? $data : 's:' . strlen($data) . ':"' . $data . '";', $isPlain);
    }

    /** Tells whether plain Drupal cannot read the data of a row, which are not those of a string. */
    public static function isMarked(mixed $stored): bool
    {
        return is_string($stored) && str_starts_with($stored, 's:');
    }

    /** Returns the data of a row as a Packer reads them. */
    public static function data(string $stored): string
    {
        return self::isMarked($stored) ? substr($stored, (int) strpos($stored, '"') + 1, -2) : $stored;
    }
}
