<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\PhpSession;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Native\Reader as NativeReader;
use Lyo\Native\Writer as NativeWriter;

use function chr;
use function preg_match;
use function str_contains;
use function strlen;
use function substr;

/**
 * Writes sessions in the forms php and php_binary, from the text of serialize($_SESSION).
 *
 * @internal
 */
final class Writer
{
    /** Maximum length of a name in php_binary, in bytes. */
    private const LONGEST = 127;

    /**
     * Returns the session for a text.
     *
     * @param string $text text in the exact form in which serialize() writes it
     * @param bool $binary whether the form is php_binary, otherwise it is php
     * @param bool $ints write integer keys as names of digits; otherwise they are refused, because PHP would leave them out
     *
     * @throws LyoException if the form cannot hold the session
     */
    public static function fromNative(string $text, bool $binary, bool $ints = false): string
    {
        if (preg_match('/\Aa:(\d+):\{/', $text, $head) !== 1) {
            throw Failure::corrupt('a session is an array', 0);
        }
        $at = strlen($head[0]);
        $slots = 1; // the array around the variables is a slot in the text, but not in these forms
        $data = '';
        for ($left = (int) $head[1]; $left > 0; $left--) {
            if (preg_match('/\Gi:(-?\d+);/', $text, $match, 0, $at) === 1) {
                $name = $ints ? $match[1] : throw Failure::inexact("A session of this form cannot hold the integer key $match[1]");
                $at += strlen($match[0]);
            } elseif (preg_match('/\Gs:(\d+):"/', $text, $match, 0, $at) === 1) {
                $name = substr($text, $at + strlen($match[0]), (int) $match[1]);
                $at += strlen($match[0]) + (int) $match[1] + 2;
            } else {
                throw Failure::corrupt('not a key', $at);
            }
            $writer = new NativeWriter(-1);
            [$at, $slots] = NativeReader::readFrom($text, $at, $writer, $slots);
            $data .= ($binary ? self::binaryName($name) : self::name($name)) . $writer->text();
        }
        return $data;
    }

    private static function name(string $name): string
    {
        return str_contains($name, '|') ? throw Failure::inexact('A session of the form php cannot hold a name with "|"') : "$name|";
    }

    private static function binaryName(string $name): string
    {
        $size = strlen($name);
        return $size <= self::LONGEST
            ? chr($size) . $name
            : throw Failure::inexact("A session of the form php_binary cannot hold a name of $size bytes");
    }
}
