<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stream;

use function strlen;
use function strspn;

/**
 * The long strings that one call met, with their hashes. A value can refer to a string of any length in a few bytes, and as often as it likes. So its
 * bytes must not be hashed each time. The strings are in a tree: those below a branch differ in one byte, so that a string is compared with one other at
 * most. PHP compares a string with itself without reading it.
 *
 * @internal
 */
final class LongStrings
{
    /** Shortest length of such a string. Shorter strings are hashed faster than they are found here. */
    public const LEAST = 1024;
    /** Number of bytes that are hashed in the time that one branch takes. */
    private const BYTES_PER_BRANCH = 32;

    /** Offset of the byte in which the strings below differ; -1 in a leaf. */
    private int $at = -1;
    /** @var array<int|string, self> in the root by length, in a branch by that byte */
    private array $next = [];
    private ?string $string = null;
    private string $hash = '';

    /** Returns Hashes::all() of a string. */
    public function hash(string $string): string
    {
        $size = strlen($string);
        $node = $this->next[$size] ??= new self();
        for ($most = $size / self::BYTES_PER_BRANCH; $node->at >= 0; $most--) {
            if ($most < 0) {
                return Hashes::all($string);
            }
            $node = $node->next[$string[$node->at]] ??= new self();
        }
        return $node->string === $string ? $node->hash : $node->add($string);
    }

    /** Adds a string to a leaf, which becomes a branch if it has one already. Returns the hash. */
    private function add(string $string): string
    {
        $hash = Hashes::all($string);
        if ($this->string === null) {
            $this->string = $string;
            return $this->hash = $hash;
        }
        $this->at = strspn($this->string ^ $string, "\0"); // XOR makes equal bytes zero
        $this->next[$this->string[$this->at]] = self::leaf($this->string, $this->hash);
        $this->next[$string[$this->at]] = self::leaf($string, $hash);
        $this->string = null;
        return $hash;
    }

    private static function leaf(string $string, string $hash): self
    {
        $leaf = new self();
        $leaf->string = $string;
        $leaf->hash = $hash;
        return $leaf;
    }
}
