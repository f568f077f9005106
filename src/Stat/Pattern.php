<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Stat;

use function addcslashes;
use function preg_match;
use function preg_replace;
use function substr;

/** What keys of one kind have in common: "user:17:cart" and "user:4:cart" are both "user:*:cart". */
final class Pattern
{
    private const LONGEST = 100;

    /** UUIDs; hexadecimal of eight and more, with a digit; long words with letters and digits; digits. */
    private const VARIABLE = [
        '/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i',
        '~(?:(?<=/)|\A)[0-9a-zA-Z]{1,2}/[0-9a-zA-Z]{1,2}/(?=[-+\w]{16})~', // folders of cache files
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
