<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

use Closure;
use Lyo\Exception\LyoException;

use function function_exists;
use function is_array;
use function is_int;
use function is_string;
use function strlen;
use function substr;
use function unpack;

/** Takes off what is around data: compression, or a framework's frame. */
final class Compression
{
    /** Most bytes that are unpacked, unless told otherwise. */
    public const LIMIT = 256 << 20;
    /** Most wraps around each other. Some data unpack to themselves. */
    public const WRAPS = 8;

    /**
     * The data within data of a format that wraps (Format::wraps()).
     *
     * @throws LyoException if they are damaged, larger than the limit, or need a module that is not there
     */
    public static function unwrap(string $data, Format $format, int $limit = self::LIMIT): string
    {
        return match ($format) {
            Format::Gzip => self::with('gzdecode', $data, $limit),
            Format::Zlib => self::with('gzuncompress', $data, $limit),
            Format::Zstd => self::with('zstd_uncompress', $data, null),
            Format::TagAware => self::tagAware($data),
            Format::CmCache => self::cmCache($data, $limit),
            default => throw Failure::inexact("Nothing here unpacks $format->value"),
        };
    }

    /**
     * The data within all wraps, their format, and the way there: "zlib > native".
     *
     * @param Closure(string): ?Format $detect says what is within a wrap
     *
     * @return array{string, Format, string}
     *
     * @throws LyoException
     */
    public static function unwrapAll(string $data, Format $format, Closure $detect): array
    {
        $path = $format->value;
        for ($wraps = 0; $format->wraps(); $wraps++) {
            if ($wraps === self::WRAPS) {
                throw Failure::limit("data that are wrapped too often, $path", 0);
            }
            $data = self::unwrap($data, $format);
            $format = $detect($data) ?? throw Failure::unknownFormat("data of an unknown format within $path");
            $path .= " > $format->value";
        }
        return [$data, $format, $path];
    }

    private static function with(string $function, string $data, ?int $limit): string
    {
        if (!function_exists($function)) {
            throw Failure::inexact("$function() is needed to unpack these data");
        }
        $unpacked = $limit === null ? @$function($data) : @$function($data, $limit);
        return is_string($unpacked) ? $unpacked : throw Failure::corrupt('compressed data that are damaged' . ($limit === null ? '' : ', or unpack to more than ' . ($limit >> 20) . ' MB'), 0);
    }

    private static function tagAware(string $data): string
    {
        $size = unpack('N', $data, 10);
        $size = is_array($size) && is_int($size[1]) ? $size[1] : 0;
        if (strlen($data) < 14 + $size) {
            throw Failure::truncated(10);
        }
        return substr($data, 14 + $size);
    }

    private static function cmCache(string $data, int $limit): string
    {
        $packed = substr($data, 5);
        return match (substr($data, 0, 2)) {
            'gz' => self::with('gzuncompress', $packed, $limit),
            'sn' => self::with('snappy_uncompress', $packed, null),
            'lz' => self::with('lzf_decompress', $packed, null),
            'l4' => self::with('lz4_uncompress', $packed, null),
            'zs' => self::with('zstd_uncompress', $packed, null),
            default => throw Failure::inexact('Nothing here unpacks these data'),
        };
    }
}
