<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Place;

use InvalidArgumentException;
use Lyo\Format;
use Lyo\Tools\Dump\Text;

use function array_map;
use function base64_decode;
use function hex2bin;
use function preg_match;
use function preg_replace;
use function str_ends_with;
use function stripcslashes;
use function strlen;
use function substr;
use function trim;

/** The ways in which tools print bytes, from which people copy them. */
enum Spelling: string
{
    case Raw = 'raw';
    /** Hexadecimal digits, also with spaces, or as databases print them: 0x…, \x…, X'…'. */
    // no break
    case Hex = 'hex';
    case Base64 = 'base64';
    /** In double quotes with escapes, as redis-cli prints strings to a terminal, or with --no-raw. */
    // no break
    case Quoted = 'quoted';

    /**
     * Finds out which bytes are meant.
     *
     * Data that begin with the mark of a format are taken as they are. Other data are decoded with the first spelling that gives such data.
     *
     * @return array{string, string|null} the bytes, and a note for the user if they are not the bytes that were given
     */
    public static function detect(string $data): array
    {
        if (self::isMarked($data)) {
            return [$data, null];
        }
        $newline = str_ends_with($data, "\r\n") ? 2 : (str_ends_with($data, "\n") ? 1 : 0);
        $line = substr($data, 0, strlen($data) - $newline);
        if ($newline > 0 && self::isMarked($line)) {
            return [$line, self::newline($newline)];
        }
        foreach ([self::Quoted, self::Hex, self::Base64] as $spelling) {
            $bytes = $spelling->decode($line);
            if ($bytes !== null && self::isMarked($bytes)) {
                return [$bytes, "read as $spelling->value (--input=raw prevents that)"];
            }
        }
        if ($newline > 0 && Format::detect($data) === null && Format::guess($line) !== null) {
            return [$line, self::newline($newline)];
        }
        return [$data, null];
    }

    /** @return list<string> */
    public static function names(): array
    {
        return array_map(static fn(self $spelling): string => $spelling->value, self::cases());
    }

    /** Returns the note for a newline that was removed from the end of the data. */
    public static function newline(int $bytes): string
    {
        return 'a newline (' . Text::count($bytes, 'byte') . ' behind the data) was left out (redis-cli -D "" prints none)';
    }

    /**
     * Decodes data in this spelling.
     *
     * @throws InvalidArgumentException if the data are not in this spelling
     */
    public function read(string $data): string
    {
        return $this->decode($data) ?? throw new InvalidArgumentException("the data are not $this->value");
    }

    private function decode(string $text): ?string
    {
        switch ($this) {
            case self::Raw:
                return $text;
            case self::Hex:
                $digits = (string) preg_replace(['/\A\s*(?:0x|\\\\x|[xX](?=\'))/', '/[\s\']+/'], '', $text);
                return $digits !== '' && preg_match('/\A(?:[0-9A-Fa-f]{2})+\z/', $digits) === 1 ? (string) hex2bin($digits) : null;
            case self::Base64:
                return preg_match('/\A\s*[A-Za-z0-9+\/_\-\s]+={0,2}\s*\z/', $text) === 1 ? (base64_decode(strtr($text, '-_', '+/'), true) ?: null) : null;
            case self::Quoted:
                return preg_match('/\A"(?:[^"\\\\]|\\\\.)*+"\z/s', trim($text)) === 1 ? stripcslashes(substr(trim($text), 1, -1)) : null;
        }
    }

    private static function isMarked(string $data): bool
    {
        return Format::detect($data)?->marked() === true;
    }
}
