<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Wire;

use UnexpectedValueException;

/**
 * Diagnostic notation without the signs for equal arrays (spec section 8): each use and each run is replaced by the array
 * itself. What is left is what NativeDiagnostic makes of the text of serialize(), which has no such signs.
 */
final class Expanded
{
    /** Longest result. */
    private const MOST = 1 << 24;

    /** @var list<string> the parts of the notation */
    private array $parts;
    private int $at = 0;
    /** @var array<int, string> by index */
    private array $arrays = [];

    private function __construct(string $notation)
    {
        preg_match_all('/"(?:[^"\\\\]++|\\\\.)*+"|@\d+ (?=[\[{@\d])|@\d+|\d+ \* |\d++|, |[\[\]{}]|[^"@\d,\[\]{}]++|./s', $notation, $matches);
        $this->parts = $matches[0];
        if (implode('', $this->parts) !== $notation) {
            throw new UnexpectedValueException('a sign that is not known');
        }
    }

    public static function notation(string $notation): string
    {
        $expansion = new self($notation);
        return $expansion->sequence();
    }

    /** Returns what comes before the next bracket that closes. */
    private function sequence(): string
    {
        $result = '';
        while ($this->at < count($this->parts) && $this->parts[$this->at] !== ']' && $this->parts[$this->at] !== '}') {
            $result .= $this->part();
            if (strlen($result) > self::MOST) {
                throw new UnexpectedValueException('too long');
            }
        }
        return $result;
    }

    private function part(): string
    {
        $part = $this->parts[$this->at++];
        if (preg_match('/^@(\d+)( ?)$/', $part, $match) === 1) {
            if ($match[2] !== '') {
                $this->arrays[(int) $match[1]] = $this->part();
            }
            return $this->arrays[(int) $match[1]];
        }
        if (preg_match('/^(\d+) \* $/', $part, $match) === 1) {
            return implode(', ', array_fill(0, (int) $match[1], $this->part()));
        }
        return $part === '[' || $part === '{' ? $part . $this->sequence() . $this->parts[$this->at++] : $part;
    }
}
