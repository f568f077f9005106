<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use RuntimeException;

/** Parts of documents that commands of this folder write: between `<!-- generated: NAME -->` and `<!-- /generated -->`. */
final class Generated
{
    public static function write(string $file, string $name, string $text): void
    {
        $pattern = '/(<!-- generated: ' . preg_quote($name, '/') . " -->\n).*?(?=<!-- \\/generated -->)/s";
        $page = preg_replace_callback($pattern, static fn(array $match): string => $match[1] . $text, (string) @file_get_contents($file), 1, $count);
        if ($count !== 1 || file_put_contents($file, $page) === false) {
            throw new RuntimeException("$file has no part for $name, or cannot be written");
        }
    }
}
