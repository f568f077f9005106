<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge;

use RuntimeException;

/** The examples in docs/bridges/, to be run. */
final class Page
{
    /** The first block of the page after this fence: "php config/cache.php". */
    public static function block(string $page, string $fence): string
    {
        $text = (string) file_get_contents(dirname(__DIR__, 2) . "/docs/bridges/$page");
        if (preg_match('/^```' . preg_quote($fence, '/') . '\n(.*?)^```$/ms', $text, $match) !== 1) {
            throw new RuntimeException("$page has no block of $fence");
        }
        return $match[1];
    }
}
