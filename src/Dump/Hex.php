<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Dump;

use function bin2hex;
use function implode;
use function preg_replace;
use function sprintf;
use function str_split;
use function strtoupper;

/** Prints bytes: offset, hex, and what of them is text. */
final class Hex
{
    public static function print(string $data): string
    {
        $text = '';
        foreach (str_split($data, 16) as $i => $line) {
            $hex = implode(' ', str_split(strtoupper(bin2hex($line)), 2));
            $text .= sprintf("%8d  %-47s  %s\n", 16 * $i, $hex, preg_replace('/[^\x20-\x7E]/', '.', $line));
        }
        return $text;
    }
}
