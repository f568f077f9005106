<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Envelope;

use Lyo\Wire;

use function extension_loaded;
use function function_exists;
use function gzdeflate;
use function inflate_add;
use function inflate_get_read_len;
use function inflate_get_status;
use function inflate_init;
use function intdiv;
use function strlen;
use function substr;
use function zstd_compress;
use function zstd_uncompress;

use const ZLIB_ENCODING_RAW;
use const ZLIB_STREAM_END;

/**
 * Compressions of the format, by PHP's extensions.
 *
 * @internal
 */
enum Algorithm: int
{
    case Zlib = Wire\Algorithm::ZLIB;
    case Zstd = Wire\Algorithm::ZSTD;

    /** Compressed bytes that are unpacked at once: at most 4 MiB come of them. */
    private const STEP = 4096;

    /** As in options. */
    public static function named(string $name): ?self
    {
        return match ($name) {
            'zlib' => self::Zlib,
            'zstd' => self::Zstd,
            default => null,
        };
    }

    public function name(): string
    {
        return $this === self::Zlib ? 'zlib' : 'zstd';
    }

    /** Its extension is there: ext-zlib, or ext-zstd. */
    public function available(): bool
    {
        return $this === self::Zlib ? extension_loaded('zlib') : function_exists('zstd_compress') && function_exists('zstd_uncompress');
    }

    public function leastLevel(): int
    {
        return $this === self::Zlib ? -1 : -100;
    }

    public function mostLevel(): int
    {
        return $this === self::Zlib ? 9 : 22;
    }

    /** Null if it fails. */
    public function compress(string $data, ?int $level, ?Dictionary $dictionary = null): ?string
    {
        if ($this === self::Zstd) {
            return self::packFrame($data, $level, $dictionary);
        }
        $packed = gzdeflate($data, $level ?? 1);
        return $packed === false ? null : $packed;
    }

    /** The data unpacked to exactly that many bytes; null if they are not that. Makes no more than these, but for one step. */
    public function unpack(string $data, int $size, ?Dictionary $dictionary = null): ?string
    {
        return $this === self::Zlib ? self::inflate($data, $size) : self::unpackFrame($data, $size, $dictionary);
    }

    private static function inflate(string $data, int $size): ?string
    {
        $all = strlen($data);
        $context = intdiv($size, Wire\Limit::DEFLATED) <= $all ? inflate_init(ZLIB_ENCODING_RAW) : false;
        if ($context === false) {
            return null;
        }
        $unpacked = '';
        for ($at = 0; $at < $all; $at += self::STEP) {
            if (inflate_get_status($context) === ZLIB_STREAM_END) {
                return null; // bytes behind the end
            }
            $piece = @inflate_add($context, substr($data, $at, self::STEP));
            if ($piece === false || strlen($piece) > $size - strlen($unpacked)) {
                return null;
            }
            $unpacked .= $piece;
        }
        $whole = inflate_get_status($context) === ZLIB_STREAM_END && inflate_get_read_len($context) === $all;
        return $whole && strlen($unpacked) === $size ? $unpacked : null;
    }

    private static function packFrame(string $data, ?int $level, ?Dictionary $dictionary): ?string
    {
        if ($level === 0) {
            $level = 3; // what it is for libzstd; the extension zstd returns the data unchanged
        }
        $frame = $dictionary === null ? zstd_compress($data, $level ?? 1) : $dictionary->compress($data, $level ?? Dictionary::LEVEL) ?? false;
        return $frame === false ? null : ZstdFrame::stored($frame);
    }

    private static function unpackFrame(string $data, int $size, ?Dictionary $dictionary): ?string
    {
        if (!ZstdFrame::holds($data, $size)) {
            return null;
        }
        $frame = ZstdFrame::whole($data);
        $unpacked = $dictionary === null ? @zstd_uncompress($frame) : $dictionary->unpack($frame) ?? false;
        return $unpacked !== false && strlen($unpacked) === $size ? $unpacked : null;
    }
}
