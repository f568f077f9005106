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
 * An entry of the preamble (spec section 3.2).
 *
 * @internal
 */
final class Definition
{
    public readonly int $count;
    /** An object of it is one of stdClass, and a cast makes the same as unserialize(): no name begins with a NUL. */
    public readonly bool $standard;
    /** The mark that the next four belong to (TextSink). */
    public string $mark = '';
    /** @var list<int|string> the mark and the keys, as those of an array that stands for an object */
    public array $marked = [];
    /** How many of them are numeric names. */
    public int $numeric = 0;
    /** Some key begins with the mark. */
    public bool $clash = false;
    /** @var array{string, int, int}|null of an object of a shape, if there is neither a numeric name nor such a key */
    public ?array $piece = null;

    /** @param list<int|string> $keys of a shape, mangled as in memory */
    public function __construct(
        public readonly int $kind,
        public readonly string $class = '',
        public readonly string $case = '',
        public readonly array $keys = [],
    ) {
        $this->count = count($keys);
        $this->standard = $class === 'stdClass' && $kind <= Kind::OPEN_CLASS && !self::hasNul($keys);
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

    public function mark(string $mark): void
    {
        $this->mark = $mark;
        [$this->marked, $this->numeric, $this->clash] = self::marked($this->keys, $mark);
        $plain = $this->kind === Kind::CLASS_SHAPE && $this->numeric === 0 && !$this->clash;
        $this->piece = $plain ? TextSink::opening($this->openingOf($this->count), $this->count) : null;
    }

    /**
     * The keys behind a mark. It stands before a name that is the decimal form of an int, too, as an array would have the int.
     *
     * @param list<int|string> $keys
     *
     * @return array{list<int|string>, int, bool} keys, how many are such names, whether some key begins with the mark
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

    /** What serialize() text has before the first key of an object. */
    public function openingOf(int $count): string
    {
        return 'O:' . strlen($this->class) . ":\"$this->class\":$count:{";
    }
}
