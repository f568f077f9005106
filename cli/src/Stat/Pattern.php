<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Stat;

use function addcslashes;
use function preg_match;
use function preg_replace;
use function substr;

/** Replaces the variable parts of keys: the pattern of "user:17:cart" and "user:4:cart" is "user:*:cart". */
final class Pattern
{
    /** Longest pattern in bytes. */
    private const LONGEST = 100;

    /** Variable parts: UUIDs; folders of cache files; 8 or more hexadecimal digits; 18 or more letters and digits; decimal digits. */
    private const VARIABLE = [
        '/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i',
        '~(?:(?<=/)|\A)[0-9a-zA-Z]{1,2}/[0-9a-zA-Z]{1,2}/(?=[-+\w]{16})~', // these folders are removed
        '/(?<![0-9a-z])(?=[0-9a-f]*\d)[0-9a-f]{8,}(?![0-9a-z])/i',
        '/(?<![\w+=-])(?=[A-Za-z+=_-]*\d)(?=[0-9+=_-]*[A-Za-z])[\w+=-]{18,}(?![\w+=-])/',
        '/\d+/',
    ];

    public static function of(string $key): string
    {
        if (preg_match('//u', $key) !== 1) {
            $key = addcslashes($key, "\0..\37\177..\377");
        }
        $pattern = (string) preg_replace(self::VARIABLE, ['*', '', '*', '*', '*'], substr($key, 0, 1000));

        return substr((string) preg_replace('/\*[*]+/', '*', $pattern), 0, self::LONGEST);
    }
}
