<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Functions;

use Lyo\Envelope\Algorithm;
use Lyo\Envelope\ZstdFrame;
use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Wire\ErrorCode;

use function extension_loaded;
use function inflate_add;
use function inflate_get_status;
use function inflate_init;
use function ord;
use function str_starts_with;
use function strlen;
use function substr;

use const ZLIB_ENCODING_DEFLATE;
use const ZLIB_ENCODING_GZIP;
use const ZLIB_STREAM_END;

/**
 * Compression around data of any format, whose unpacked size is not known before.
 *
 * @internal
 */
enum Wrap: string
{
    case Zlib = 'zlib';
    case Gzip = 'gzip';
    case Zstd = 'zstd';

    /** Compressed bytes that are unpacked at once: at most 4 MiB come of them. */
    private const STEP = 4096;
    private const ZSTD_MAGIC = "\x28\xB5\x2F\xFD";

    /** Returns the compression that the data begin like. */
    public static function of(string $data): ?self
    {
        return match (true) {
            str_starts_with($data, "\x1F\x8B\x08") => self::Gzip,
            str_starts_with($data, self::ZSTD_MAGIC) => self::Zstd,
            self::isZlib($data) => self::Zlib,
            default => null,
        };
    }

    /**
     * Returns what is in the wrap. Bytes behind a zlib or gzip stream are ignored, as gzuncompress() does.
     *
     * @param int $most maximum size, in bytes; 0 for no limit
     *
     * @throws LyoException
     */
    public function unpack(string $data, int $most): string
    {
        return $this === self::Zstd ? self::frame($data, $most) : $this->inflate($data, $most > 0 ? $most : PHP_INT_MAX);
    }

    /** Tells whether there is a zlib header: deflate, a window of at most 32 KiB, check bits, no dictionary. */
    private static function isZlib(string $data): bool
    {
        if (strlen($data) < 2) {
            return false;
        }
        [$method, $flags] = [ord($data[0]), ord($data[1])];
        return ($method & 0x0F) === 8 && $method <= 0x78 && ($flags & 0x20) === 0 && ($method << 8 | $flags) % 31 === 0;
    }

    private function inflate(string $data, int $most): string
    {
        if (!extension_loaded('zlib')) {
            throw Failure::unavailable('zlib', 0);
        }
        $context = inflate_init($this === self::Gzip ? ZLIB_ENCODING_GZIP : ZLIB_ENCODING_DEFLATE);
        $unpacked = '';
        for ($at = 0; $context !== false && $at < strlen($data) && inflate_get_status($context) !== ZLIB_STREAM_END; $at += self::STEP) {
            $piece = @inflate_add($context, substr($data, $at, self::STEP));
            if ($piece === false) {
                throw Failure::at(ErrorCode::Compression, 0);
            }
            if (strlen($piece) > $most - strlen($unpacked)) {
                throw Failure::at(ErrorCode::Unpacked, 0);
            }
            $unpacked .= $piece;
        }
        return $context !== false && inflate_get_status($context) === ZLIB_STREAM_END ? $unpacked : throw Failure::at(ErrorCode::Compression, 0);
    }

    /** Unpacks a frame of zstd. PHP's function has no limit, so the frame must say its size, which is checked first. */
    private static function frame(string $data, int $most): string
    {
        if (!Algorithm::Zstd->available()) {
            throw Failure::unavailable('zstd', 0);
        }
        $frame = substr($data, strlen(self::ZSTD_MAGIC));
        $size = ZstdFrame::size($frame) ?? throw Failure::unavailable('zstd without the size of its content', 0);
        if ($size < 0 || $most > 0 && $size > $most) {
            throw Failure::at(ErrorCode::Unpacked, 0);
        }
        return Algorithm::Zstd->unpack($frame, $size) ?? throw Failure::at(ErrorCode::Compression, 0);
    }
}
