<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Native\Text;
use Lyo\Wire\Definition as Kind;

use function array_flip;
use function array_keys;
use function array_map;
use function count;
use function is_int;
use function is_string;
use function strlen;

/**
 * An entry of the preamble (spec section 3.2).
 *
 * @internal
 */
final class Definition
{
    public readonly int $count;
    /** What serialize() text has before the first key of a shape. */
    public readonly string $opening;
    /** Bytes of that for an array. */
    public readonly int $arrayOpening;
    /** Some name of a property is the decimal form of an int, which an array has as the int. */
    public readonly bool $numericNames;
    /** An object of it is one of stdClass, and a cast makes the same as unserialize(): no name begins with a NUL. */
    public readonly bool $standard;
    /** @var list<string>|null the text of each key */
    private ?array $keyTexts = null;

    /** @param list<int|string> $keys of a shape, mangled as in memory */
    public function __construct(
        public readonly int $kind,
        public readonly string $class = '',
        public readonly string $case = '',
        public readonly array $keys = [],
    ) {
        $this->count = count($keys);
        $this->arrayOpening = strlen("a:$this->count:{");
        $this->opening = $class === '' ? "a:$this->count:{" : $this->openingOf($this->count);
        $this->standard = $class === 'stdClass' && $kind <= Kind::OPEN_CLASS && !self::hasNul($keys);
        $this->numericNames = $class !== '' && array_keys(array_flip($keys)) !== $keys;
    }

    /** @param list<int|string> $keys */
    public static function hasNul(array $keys): bool
    {
        foreach ($keys as $key) {
            if (is_string($key) && $key !== '' && $key[0] === "\0") {
                return true;
            }
        }
        return false;
    }

    /** @return list<string> */
    public function keyTexts(): array
    {
        return $this->keyTexts ??= self::textsOf($this->keys);
    }

    /**
     * @param list<int|string> $keys
     *
     * @return list<string>
     */
    public static function textsOf(array $keys): array
    {
        return array_map(static fn(int|string $key): string => is_int($key) ? "i:$key;" : Text::string($key), $keys);
    }

    /** What serialize() text has before the first key of an object. */
    public function openingOf(int $count): string
    {
        return 'O:' . strlen($this->class) . ":\"$this->class\":$count:{";
    }
}
