<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Wire\Definition as Kind;

use function count;
use function is_string;
use function str_starts_with;
use function strlen;

/**
 * A definition of the preamble (spec section 3.2), and what TextSink needs to know of it.
 *
 * @internal
 */
final class Definition
{
    /** Number of keys. */
    public readonly int $count;
    /** Whether its objects are of stdClass and can be made by a cast. A cast and unserialize() differ only for names that begin with a NUL byte. */
    public readonly bool $standard;
    /** The mark of the TextSink for which the next four properties were made. */
    public string $mark = '';
    /** @var list<int|string> the keys of the array that stands for an object: the mark, and then the keys as marked() returns them */
    public array $marked = [];
    /** Number of keys that are names in the form of an int. */
    public int $numeric = 0;
    /** Whether a key begins with the mark. */
    public bool $clash = false;
    /** @var array{string, int, int}|null what TextSink::opening() returns for the class shape; null for other kinds, with numeric names, or with a clash */
    public ?array $piece = null;

    /**
     * @param list<int|string> $keys keys of a shape; protected and private names are mangled, as in the memory of PHP
     * @param int $name id of the name of the class in the preamble. Tables of classes have these ids as keys, because the author of the data
     *        could choose names with one hash.
     */
    public function __construct(
        public readonly int $kind,
        public readonly string $class = '',
        public readonly string $case = '',
        public readonly array $keys = [],
        public readonly int $name = 0,
    ) {
        $this->count = count($keys);
        $this->standard = $class === 'stdClass' && $kind <= Kind::OPEN_CLASS && !self::hasNul($keys);
    }

    /**
     * Tells whether a key begins with a NUL byte.
     *
     * @param list<int|string> $keys
     */
    public static function hasNul(array $keys): bool
    {
        foreach ($keys as $key) {
            if (is_string($key) && $key !== '' && $key[0] === "\0") {
                return true;
            }
        }
        return false;
    }

    /** Sets what belongs to a mark. */
    public function mark(string $mark): void
    {
        $this->mark = $mark;
        [$this->marked, $this->numeric, $this->clash] = self::marked($this->keys, $mark);
        $plain = $this->kind === Kind::CLASS_SHAPE && $this->numeric === 0 && !$this->clash;
        $this->piece = $plain ? TextSink::opening($this->openingOf($this->count), $this->count) : null;
    }

    /**
     * Returns the keys of the array that stands for an object. The first is the mark. A name that is the decimal form of an int gets the mark as a
     * prefix, because an array would turn it into the int.
     *
     * @param list<int|string> $keys
     *
     * @return array{list<int|string>, int, bool} the keys; how many names got the prefix; whether a key begins with the mark by itself
     */
    public static function marked(array $keys, string $mark): array
    {
        $marked = [$mark];
        $numeric = 0;
        $clash = false;
        foreach ($keys as $key) {
            if (is_string($key)) {
                $clash = $clash || str_starts_with($key, $mark);
                if ((string) (int) $key === $key) {
                    $numeric++;
                    $key = $mark . $key;
                }
            }
            $marked[] = $key;
        }
        return [$marked, $numeric, $clash];
    }

    /** Returns the text of serialize() up to the first key of an object with $count properties. */
    public function openingOf(int $count): string
    {
        return 'O:' . strlen($this->class) . ":\"$this->class\":$count:{";
    }
}
