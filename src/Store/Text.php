<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Store;

use function base64_encode;
use function preg_match;
use function str_contains;

/** What a place can hold. Laravel's stores put Base64 where bytes cannot go, and Lyo's bridge reads that. */
enum Text
{
    case Bytes;
    /** UTF-8; anything else as Base64. */
    case Utf8;
    /** UTF-8 without the byte 0; anything else as Base64. */
    case NoNul;
    /** Base64 always. */
    case Base64;

    public function around(string $data): string
    {
        $fits = match ($this) {
            self::Bytes => true,
            self::Utf8 => preg_match('//u', $data) === 1,
            self::NoNul => !str_contains($data, "\0") && preg_match('//u', $data) === 1,
            self::Base64 => false,
        };

        return $fits ? $data : base64_encode($data);
    }
}
