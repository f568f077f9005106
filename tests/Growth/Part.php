<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

use Closure;
use Lyo\Pure\Bytes;
use Lyo\Wire\Head;

/** Many values of one construct of the format, in bytes. Payloads are joined from parts. */
final readonly class Part
{
    /**
     * @param Closure(int): string $body one value, made for the id of the first definition
     * @param list<string> $definitions strings are referred to by their distance, so that definitions of other parts can come before
     * @param list<int> $references offsets in the body, in the order of the table
     * @param list<int> $arrays the same
     */
    public function __construct(public Closure $body, public array $definitions = [], public array $references = [], public array $arrays = []) {}

    /** A payload with a list of the parts. */
    public static function join(self ...$parts): string
    {
        $body = self::head(count($parts));
        $definitions = $references = $arrays = [];
        foreach ($parts as $part) {
            $shift = strlen($body);
            array_push($references, ...array_map(static fn(int $place): int => $place + $shift, $part->references));
            array_push($arrays, ...array_map(static fn(int $place): int => $place + $shift, $part->arrays));
            $body .= ($part->body)(count($definitions));
            array_push($definitions, ...$part->definitions);
        }
        $preamble = implode('', $definitions);
        $head = Head::VERSION << 4 | ($preamble !== '' ? Head::PREAMBLE : 0) | ($references !== [] ? Head::SHARING : 0) | ($arrays !== [] ? Head::ARRAYS : 0);

        return chr(Head::MAGIC) . chr($head) . ($preamble !== '' ? Bytes::varlen(strlen($preamble)) . $preamble : '')
            . self::table($references) . self::table($arrays) . $body;
    }

    /** The token that begins a list of n values. */
    public static function head(int $n): string
    {
        return $n <= 8 ? chr(127 + $n) : self::sized(200, $n);
    }

    /** A tag for a number of so many bytes, and the number. */
    public static function sized(int $tag, int $n): string
    {
        $bytes = rtrim(pack('P', $n), "\0");

        return chr($tag + strlen($bytes) - 1) . $bytes;
    }

    public static function text(string $text): string
    {
        return match (true) {
            strlen($text) <= 1 => $text === '' ? "\xA3" : "\xA5$text",
            strlen($text) <= 33 => chr(63 + strlen($text)) . $text,
            default => self::sized(192, strlen($text)) . $text,
        };
    }

    /** The token of an instance of a definition. */
    public static function instance(int $id): string
    {
        return $id <= 30 ? chr(97 + $id) : self::sized(212, $id);
    }

    /** @param list<int> $places */
    private static function table(array $places): string
    {
        return $places === [] ? '' : Bytes::varlen(count($places)) . implode('', array_map(Bytes::varlen(...), $places));
    }
}
