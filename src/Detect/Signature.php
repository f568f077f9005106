<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Detect;

use Lyo\Bson\Bson;
use Lyo\Format;
use Lyo\Msgpack\Reader as MsgpackReader;
use Lyo\PhpSession\Reader as SessionReader;
use Lyo\VarExport\Reader as VarExportReader;

use function extension_loaded;
use function function_exists;
use function inflate_add;
use function inflate_init;
use function json_decode;
use function json_last_error;
use function ord;
use function preg_match;
use function rtrim;
use function str_ends_with;
use function str_starts_with;
use function strlen;
use function strpos;
use function substr;

/**
 * Recognises formats by their marks and by their structure.
 *
 * @internal
 */
final class Signature
{
    /** Matches the text of serialize(): scalars as a whole, strings and containers by their first bytes. */
    private const NATIVE = '/\A(?:N;\z|b:[01];\z|i:[+-]?\d{1,20};\z|d:(?:-?INF|NAN|[+-]?\d[\d.]{0,400}(?:E[+-]?\d{1,4})?);\z'
        . '|[sS]:\d{1,18}:"|a:\d{1,18}:\{|[OC]:\d{1,4}:"[^"]{1,2000}":\d{1,18}:\{|E:\d{1,5}:"[^":]{1,2000}:[^":]{1,2000}";\z)/';

    private const WDDX = '/\A\s{0,64}+(?:<\?xml[^>]{0,200}+>\s{0,64}+)?<wddxPacket\s/';

    /** Implements Format::detect(). */
    public static function detect(string $data): ?Format
    {
        $size = strlen($data);
        if ($size === 0) {
            return null;
        }
        return self::marked($data, $size) ?? self::unmarked($data);
    }

    /** Returns the probable format of damaged data, from their first bytes only. */
    public static function guess(string $data): ?Format
    {
        return match (true) {
            $data === '' => null,
            $data[0] === "\xC1" => Format::Lyo,
            str_starts_with($data, "\0\0\0\1") => Format::Igbinary1,
            str_starts_with($data, "\0\0\0\2") => Format::Igbinary2,
            str_starts_with($data, "\x1F\x8B") => Format::Gzip,
            str_starts_with($data, "\x28\xB5\x2F\xFD") => Format::Zstd,
            preg_match('/\A(?:[bidsSaOCE]:|N;)/', $data) === 1 => Format::Native,
            preg_match('/\A\s*[{["]/', $data) === 1 => Format::Json,
            ord($data[0]) >= 0x80 && ord($data[0]) <= 0x9F => Format::Msgpack,
            default => null,
        };
    }

    /** Returns the format of data that begin with a mark. */
    private static function marked(string $data, int $size): ?Format
    {
        switch ($data[0]) {
            case 'N':
            case 'b':
            case 'i':
            case 'd':
            case 's':
            case 'S':
            case 'a':
            case 'O':
            case 'C':
            case 'E':
                if (self::native($data, $size)) {
                    return Format::Native;
                }
                break;
            case "\xC1":
                // Versions 2 and 3 do not exist yet, but would be Lyo. Higher ones are not accepted, so that fewer random bytes look like Lyo.
                return $size >= 3 && $data[1] >= "\x10" && $data[1] < "\x40" ? Format::Lyo : null;
            case "\0":
                return self::zeros($data, $size);
            case "\x1F":
                return $size >= 18 && str_starts_with($data, "\x1F\x8B\x08") && (ord($data[3]) & 0xE0) === 0 ? Format::Gzip : null;
            case "\x28":
                return $size >= 9 && str_starts_with($data, "\x28\xB5\x2F\xFD") && (ord($data[4]) & 8) === 0 ? Format::Zstd : null;
            case "\x04":
                return $size >= 11 && str_starts_with($data, "\x04\x22\x4D\x18") && (ord($data[4]) & 0xC2) === 0x40 ? Format::Lz4 : null;
            case "\x9D":
                return $size >= 15 && $data[5] === "\0" && $data[9] === "\x5F" ? Format::TagAware : null;
        }
        if (self::zlib($data, $size)) {
            return Format::Zlib;
        }
        return match (true) {
            preg_match('/\A(?:gz|zc|sn|lz|l4|zs):\x1F\x8B/', $data) === 1 => Format::CmCache,
            preg_match(self::WDDX, $data) === 1 && str_ends_with(rtrim(substr($data, -64)), '</wddxPacket>') => Format::Wddx,
            default => null,
        };
    }

    /** Tells whether the data look like the text of serialize(). */
    private static function native(string $data, int $size): bool
    {
        if (preg_match(self::NATIVE, $data) !== 1) {
            return false;
        }
        $last = $data[$size - 1];
        return match ($data[0]) {
            's' => $last === ';' && $data[$size - 2] === '"' && self::stringFits($data, $size),
            'S' => $last === ';' && $data[$size - 2] === '"',
            'a', 'O', 'C' => $last === '}',
            default => true,
        };
    }

    /** Tells whether the text of a string, s:5:"bytes";, has exactly as many bytes as it says. */
    private static function stringFits(string $data, int $size): bool
    {
        $quote = strpos($data, '"');
        return $quote !== false && $size - $quote - 3 === (int) substr($data, 2, $quote - 3);
    }

    /** Returns the format of data that begin with three zero bytes. */
    private static function zeros(string $data, int $size): ?Format
    {
        if ($size < 5 || !str_starts_with($data, "\0\0\0")) {
            return null;
        }
        return match (true) {
            $data[3] === "\1" && $data[4] <= "\x21" => Format::Igbinary1,
            $data[3] === "\2" && $data[4] <= "\x27" => Format::Igbinary2,
            $data[3] === "\4" && $data[4] === "\xC1" && $size >= 7 => Format::LyoCarrier,
            default => null,
        };
    }

    /**
     * Tells whether the data are a zlib stream: the window has at most 32 KiB, there is no dictionary, the check bits of the header are right, and the
     * first block has a valid type. If the zlib extension is loaded, it must be able to unpack the first 512 bytes.
     */
    private static function zlib(string $data, int $size): bool
    {
        if ($size < 8 || (ord($data[0]) & 0x0F) !== 8 || ord($data[0]) > 0x78 || (ord($data[1]) & 0x20) !== 0) {
            return false;
        }
        if ((ord($data[0]) << 8 | ord($data[1])) % 31 !== 0 || (ord($data[2]) & 6) === 6) {
            return false;
        }
        return !extension_loaded('zlib') || self::inflates($data);
    }

    private static function inflates(string $data): bool
    {
        $inflate = inflate_init(ZLIB_ENCODING_DEFLATE);
        return $inflate !== false && @inflate_add($inflate, substr($data, 0, 512), ZLIB_SYNC_FLUSH) !== false;
    }

    /** Returns the format of data without a mark. Formats with the strictest structure are tried first. */
    private static function unmarked(string $data): ?Format
    {
        if (Bson::fits($data)) {
            return Format::Bson;
        }
        if ($data[0] >= "\x80" && MsgpackReader::fits($data)) {
            return Format::Msgpack;
        }
        if (self::json($data)) {
            return Format::Json;
        }
        if (VarExportReader::fits($data)) {
            return Format::VarExport;
        }
        $isPhp = SessionReader::isPhp($data);
        if ($isPhp && SessionReader::isRatherPhp($data)) {
            return Format::SessionPhp;
        }
        return SessionReader::isPhpBinary($data) ? Format::SessionPhpBinary : ($isPhp ? Format::SessionPhp : null);
    }

    private static function json(string $data): bool
    {
        if (preg_match('/\A\s*(?:[{["]|-?\d|true\s*\z|false\s*\z|null\s*\z)/', $data) !== 1) {
            return false;
        }
        if (function_exists('json_validate')) {
            return (bool) json_validate($data, 4096);
        }
        json_decode($data, true, 4096);
        return json_last_error() === JSON_ERROR_NONE;
    }
}
