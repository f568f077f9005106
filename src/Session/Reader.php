<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Session;

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

/** Reads sessions as PHP's handlers php and php_binary store them: names, each with the text of serialize(). */
final class Reader
{
    /**
     * Which of the two to try first, for data that may be both: a value of php_binary may hold a bar, and behind a long name of php there may
     * be what looks like a value. A name of php hardly begins with a control character, and hardly is longer than the code of its first letter.
     */
    public static function isRatherPhp(string $data): bool
    {
        $bar = strpos($data, '|');
        return $bar !== false && $data[0] >= ' ' && $bar <= ord($data[0]);
    }

    public static function isPhp(string $data): bool
    {
        return preg_match('/\A!?[^|!\x00][^|\x00]{0,500}\|(?:[NbidsSaOCE][:;]|[^|\x00]{1,500}\|)/', $data) === 1 && self::fits($data, false);
    }

    public static function isPhpBinary(string $data): bool
    {
        $size = ord($data[0] ?? "\0") & 0x7F;
        return $size > 0 && preg_match('/[NbidsSaOCE][:;]/A', $data, $match, 0, $size + 1) === 1 && self::fits($data, true);
    }

    /**
     * The text of serialize($_SESSION).
     *
     * @throws LyoException
     */
    public static function toNative(string $data, bool $binary): string
    {
        $writer = new Writer(1); // the array around the variables is one slot more
        $count = self::variables($data, $binary, $writer);
        return "a:$count:{" . $writer->text() . '}';
    }

    /**
     * Pushes the variables into a sink, as an array of them.
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

    private static function fits(string $data, bool $binary): bool
    {
        try {
            return self::variables($data, $binary, new References()) > 0;
        } catch (LyoException) {
            return false;
        }
    }

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
                continue; // a variable that was registered, but never set
            }
            $sink instanceof Located && $sink->at($from, $at);
            $sink->key(self::isInt($name) ? (int) $name : $name);
            [$at, $slots] = NativeReader::readFrom($data, $at, $sink, $slots);
            $count++;
        }
        return $count;
    }

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

    /** PHP 5 marked names without a value; since then the mark of php may be part of a name, and that of php_binary means nothing. */
    private static function isUndefined(bool $marked, string $data, int $at): bool
    {
        return $marked && preg_match('/\G(?:N;|[bidsSaOCErR]:)/', $data, $match, 0, $at) !== 1;
    }

    private static function isInt(string $name): bool
    {
        return (string) (int) $name === $name;
    }
}
