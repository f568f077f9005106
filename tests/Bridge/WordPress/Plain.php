<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\WordPress;

/**
 * What servers without our include do, by the rules of WordPress' is_serialized() and maybe_unserialize(). PlainTest compares it with WordPress
 * itself, if it is available.
 */
final class Plain
{
    /**
     * @param bool $dropIn Redis Object Cache has functions of its own: they know no enum cases and no "+" in numbers, and do not trim what they
     *        unserialize()
     */
    public function __construct(private readonly bool $dropIn = false) {}

    public function maybeSerialize(mixed $value): mixed
    {
        return is_array($value) || is_object($value) || is_string($value) && $this->isSerialized($value, false) ? serialize($value) : $value;
    }

    public function maybeUnserialize(mixed $stored): mixed
    {
        if (!is_string($stored) || !$this->isSerialized($stored)) {
            return $stored;
        }
        return @unserialize($this->dropIn ? $stored : trim($stored));
    }

    /** @param bool $strict the end counts, too; if not, a ";" or "}" and, for strings, a quote are enough, wherever they stand */
    public function isSerialized(string $text, bool $strict = true): bool
    {
        $text = trim($text);
        [$containers, $number] = $this->dropIn ? ['aO', '[0-9.E-]+'] : ['aOE', '[0-9.E+-]+'];
        if (preg_match("/\\A(?:N;\\z|[bid]:$number;" . ($strict ? '\z' : '') . ')/', $text) === 1) {
            return true;
        }
        if (preg_match("/\\A[s$containers]:[0-9]+:/", $text) !== 1) {
            return false;
        }
        $quoted = $text[0] === 's' ? '"' : '';
        if ($strict) {
            return str_ends_with($text, "$quoted;") || str_ends_with($text, "$quoted}");
        }
        return str_contains($text, $quoted) && strpbrk($text, ';}') !== false;
    }
}
