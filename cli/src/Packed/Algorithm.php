<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Packed;

use Lyo\Exception\LyoException;
use Lyo\Exception\UnavailableException;
use Lyo\Failure;

use function function_exists;
use function gzcompress;
use function gzdecode;
use function gzencode;
use function gzuncompress;
use function is_array;
use function is_callable;
use function is_int;
use function is_string;
use function strlen;
use function substr;
use function unpack;

/** Compressions that frameworks and the clients of stores use, and the ways to unpack and pack them here. */
enum Algorithm: string
{
    case Zlib = 'zlib';
    case Gzip = 'gzip';
    case Zstd = 'zstd';
    /** A block behind the head of phpredis: see Lz4. */
    case Lz4 = 'lz4';
    /** A block behind its size, as the extension lz4 has it. */
    case Lz4Block = 'lz4 block';
    case Lzf = 'lzf';
    case FastLz = 'fastlz';
    case Snappy = 'snappy';

    /**
     * Unpacks data.
     *
     * @param int $limit largest size of the result
     *
     * @throws LyoException if the data are damaged or larger than the limit, or if nothing here can unpack them
     */
    public function unpack(string $data, int $limit): string
    {
        $unpacked = match ($this) {
            self::Zlib => @gzuncompress($data, $limit),
            self::Gzip => @gzdecode($data, $limit),
            self::Zstd => Zstd::unpack($data, $limit) ?? $this->byRedis(false, $data) ?? self::call('zstd_uncompress', $data),
            self::Lz4 => $this->lz4($data, $limit),
            self::Lz4Block => self::call('lz4_uncompress', $data) ?? self::lz4Block($data, $limit),
            self::Lzf => self::call('lzf_decompress', $data) ?? Lzf::unpack($data, $limit),
            self::FastLz => Lzf::unpack($data, $limit, true),
            self::Snappy => self::call('snappy_uncompress', $data),
        };
        if (is_string($unpacked) && strlen($unpacked) <= $limit) {
            return $unpacked;
        }
        throw $this->isReadable() ? Failure::corrupt("$this->value data that are damaged, or unpack to more than " . ($limit >> 20) . ' MB', 0) : $this->needs();
    }

    /**
     * Packs data.
     *
     * @param int $level level of zlib and gzip
     *
     * @throws LyoException if nothing here can pack them
     */
    public function pack(string $data, int $level = 6): string
    {
        $packed = match ($this) {
            self::Zlib => gzcompress($data, $level),
            self::Gzip => gzencode($data, $level),
            self::Zstd => $this->byRedis(true, $data) ?? self::call('zstd_compress', $data),
            self::Lz4 => $this->byRedis(true, $data) ?? Lz4::frame(Lz4::pack($data), strlen($data)),
            self::Lz4Block => substr(Lz4::frame(Lz4::pack($data), strlen($data)), 1),
            self::Lzf => $this->byRedis(true, $data) ?? Lzf::pack($data),
            self::FastLz => Lzf::pack($data),
            self::Snappy => self::call('snappy_compress', $data),
        };

        return is_string($packed) ? $packed : throw $this->needs();
    }

    /** Returns an exception that says what is needed here. */
    public function needs(): LyoException
    {
        return new UnavailableException("compressed with $this->value, needs the extension " . match ($this) {
            self::Zlib, self::Gzip => 'zlib',
            self::Zstd => 'zstd, or redis with zstd (to read, also lyo with zstd)',
            default => $this->value,
        });
    }

    /** Tells whether something here can unpack such data, so that data which are not unpacked are damaged. */
    private function isReadable(): bool
    {
        return match ($this) {
            self::Zlib, self::Gzip => function_exists('gzuncompress'),
            self::Zstd => function_exists('zstd_uncompress') || ByRedis::knows($this),
            self::Snappy => function_exists('snappy_uncompress'),
            default => true,
        };
    }

    private function lz4(string $data, int $limit): ?string
    {
        $size = Lz4::size($data);

        return $size === null || $size > $limit ? null : $this->byRedis(false, $data) ?? Lz4::unframe($data);
    }

    private static function lz4Block(string $data, int $limit): ?string
    {
        $size = strlen($data) > 4 ? unpack('V', $data) : false;
        $size = is_array($size) && is_int($size[1]) ? $size[1] : 0;

        return $size > 0 && $size <= $limit ? Lz4::unpack(substr($data, 4), $size) : null;
    }

    private function byRedis(bool $pack, string $data): ?string
    {
        return ByRedis::knows($this) ? ($pack ? ByRedis::pack($this, $data) : ByRedis::unpack($this, $data)) : null;
    }

    /** Calls a function of an extension; null if it does not exist or fails. */
    private static function call(string $function, string $data): ?string
    {
        $result = is_callable($function) ? @$function($data) : null;

        return is_string($result) ? $result : null;
    }
}
