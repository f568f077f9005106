<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use function base64_encode;
use function preg_match;
use function str_contains;

/** What a place for values can hold. Laravel's stores encode other data in Base64, which Lyo's bridge for Laravel also reads. */
enum Text
{
    case Bytes;
    /** UTF-8. Other data are encoded in Base64. */
    case Utf8;
    /** UTF-8 without the byte 0. Other data are encoded in Base64. */
    case NoNul;
    /** Always Base64. */
    case Base64;

    /** Returns the data as the place can hold them: unchanged if possible, otherwise in Base64. */
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
