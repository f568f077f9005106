<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Native\Text;

use function array_flip;
use function array_keys;
use function array_map;
use function count;
use function is_int;
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
        $this->numericNames = $class !== '' && array_keys(array_flip($keys)) !== $keys;
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
