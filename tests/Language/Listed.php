<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Language;

/** Differences that the documents list. */
final class Listed
{
    public static function rule(string $side, string $native, string $here): ?string
    {
        return match (true) {
            // docs/library.md
            $side === 'library' && self::withoutLines($native) === self::withoutLines($here) => 'exceptions tell of another caller',
            // as upstream igbinary does
            $side === 'igbinary.so' && str_contains($native, 'resource') => 'a resource is null',
            default => null,
        };
    }

    private static function withoutLines(string $seen): string
    {
        return (string) preg_replace('/(line":protected\]=>\s+int\(|line";i:)\d+/', '$1', $seen);
    }
}
