<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\PhpSession;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Native\Reader as NativeReader;
use Lyo\Native\References;
use Lyo\Native\Writer;
use Lyo\Stream\Located;
use Lyo\Stream\Sink;

use function ord;
use function preg_match;
use function strlen;
use function strpos;
use function substr;

/**
 * Reads sessions in the forms php and php_binary: for each variable its name and the text of serialize().
 *
 * @internal
 */
final class Reader
{
    /**
     * Tells whether to try the form php before php_binary, for data that might be either. A value in php_binary may contain a bar, and text behind
     * a long name in php may look like a value. But a name in php rarely begins with a control character, and is rarely longer than the code of
     * its first letter.
     */
    public static function isRatherPhp(string $data): bool
    {
        $bar = strpos($data, '|');
        return $bar !== false && $data[0] >= ' ' && $bar <= ord($data[0]);
    }

    /** Tells whether the data are a session in the form php with at least one variable. */
    public static function isPhp(string $data): bool
    {
        return preg_match('/\A!?[^|!\x00][^|\x00]{0,500}\|(?:[NbidsSaOCE][:;]|[^|\x00]{1,500}\|)/', $data) === 1 && self::fits($data, false);
    }

    /** Tells whether the data are a session in the form php_binary with at least one variable. */
    public static function isPhpBinary(string $data): bool
    {
        $size = ord($data[0] ?? "\0") & 0x7F;
        return $size > 0 && preg_match('/[NbidsSaOCE][:;]/A', $data, $match, 0, $size + 1) === 1 && self::fits($data, true);
    }

    /**
     * Returns the text of serialize($_SESSION).
     *
     * @param bool $binary whether the form is php_binary, otherwise it is php
     *
     * @throws LyoException
     */
    public static function toNative(string $data, bool $binary): string
    {
        $writer = new Writer(1); // in the text, the array around the variables is a slot, too
        $count = self::variables($data, $binary, $writer);
        return "a:$count:{" . $writer->text() . '}';
    }

    /**
     * Passes the variables to a sink, as one array.
     *
     * @param bool $binary whether the form is php_binary, otherwise it is php
     *
     * @throws LyoException
     */
    public static function read(string $data, bool $binary, Sink $sink): void
    {
        $count = self::variables($data, $binary, new References());
        $sink instanceof Located && $sink->at(0, 0);
        $sink->beginArray($count);
        self::variables($data, $binary, $sink);
        $sink instanceof Located && $sink->at(strlen($data), strlen($data));
        $sink->end($count);
    }

    /** Tells whether the data can be read to their end and have at least one variable. */
    private static function fits(string $data, bool $binary): bool
    {
        try {
            return self::variables($data, $binary, new References()) > 0;
        } catch (LyoException) {
            return false;
        }
    }

    /** Passes the variables to a sink, without an array around them, and returns their number. */
    private static function variables(string $data, bool $binary, Sink $sink): int
    {
        $at = 0;
        $slots = 0;
        $count = 0;
        $size = strlen($data);
        while ($at < $size) {
            $from = $at;
            $name = $binary ? self::binaryName($data, $at) : self::name($data, $at);
            if ($name === null) {
                continue; // a variable of PHP 5 that was registered, but never set
            }
            $sink instanceof Located && $sink->at($from, $at);
            $sink->key((string) (int) $name === $name ? (int) $name : $name);
            [$at, $slots] = NativeReader::readFrom($data, $at, $sink, $slots);
            $count++;
        }
        return $count;
    }

    /** Reads a name in the form php. Returns null if the variable has no value. */
    private static function name(string $data, int &$at): ?string
    {
        $bar = strpos($data, '|', $at);
        if ($bar === false) {
            throw Failure::corrupt('not the name of a session variable', $at);
        }
        $name = substr($data, $at, $bar - $at);
        $at = $bar + 1;
        return self::isUndefined($name !== '' && $name[0] === '!', $data, $at) ? null : $name;
    }

    /** Reads a name in the form php_binary. Returns null if the variable has no value. */
    private static function binaryName(string $data, int &$at): ?string
    {
        $size = ord($data[$at]) & 0x7F;
        $name = substr($data, $at + 1, $size);
        if (strlen($name) !== $size) {
            throw Failure::truncated($at);
        }
        $marked = ord($data[$at]) > 0x7F;
        $at += 1 + $size;
        return self::isUndefined($marked, $data, $at) ? null : $name;
    }

    /**
     * Tells whether a variable has no value. PHP 5 marked the names of such variables: with "!" in the form php, with the highest bit of the length in
     * php_binary. Later versions do not, and then "!" may be part of a name, so the text behind the name decides.
     */
    private static function isUndefined(bool $marked, string $data, int $at): bool
    {
        return $marked && preg_match('/\G(?:N;|[bidsSaOCErR]:)/', $data, $match, 0, $at) !== 1;
    }
}
