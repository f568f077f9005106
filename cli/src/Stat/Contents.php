<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Stat;

use Lyo\Stream\Slots;

use function hash;
use function is_string;
use function strlen;
use function substr;

/** Counts the classes and strings of values while the values are being read. */
final class Contents extends Slots
{
    /** Shorter strings are not counted: a back reference in their place would save almost nothing. */
    private const SHORTEST = 8;
    /** Longest string that is kept as a whole. Of longer ones the beginning, a hash and the length are kept. */
    private const WHOLE = 64;

    public readonly Frequent $classes;
    public readonly Frequent $strings;

    public function __construct()
    {
        $this->classes = new Frequent(1000);
        $this->strings = new Frequent(5000);
    }

    public function string(string $value): void
    {
        $length = strlen($value);
        if ($length >= self::SHORTEST) {
            $this->strings->add($length <= self::WHOLE ? $value : substr($value, 0, self::WHOLE - 1) . "\0" . hash('xxh128', $value, true) . $length, $length);
        }
    }

    public function beginObject(string $class, int $count): void
    {
        $this->classes->add($class, 1);
    }

    public function key(int|string $key): void
    {
        if (is_string($key)) {
            $this->string($key);
        }
    }

    public function custom(string $class, string $payload, int $slots): void
    {
        $this->classes->add($class, 1);
    }

    public function enumCase(string $class, string $case): void
    {
        $this->classes->add($class, 1);
    }

    /**
     * Returns what can be shown of a counted string.
     *
     * @param string $kept an entry of $strings
     *
     * @return array{string, bool} the string or its beginning, and whether it is the whole string
     */
    public static function shown(string $kept): array
    {
        return strlen($kept) > self::WHOLE ? [substr($kept, 0, self::WHOLE - 1), false] : [$kept, true];
    }
}
