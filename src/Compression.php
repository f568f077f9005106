<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

use Lyo\Exception\LyoException;

use function function_exists;
use function is_array;
use function is_int;
use function is_string;
use function strlen;
use function substr;
use function unpack;

/** Unwraps data that are compressed, or that a framework has put into a frame of its own. */
final class Compression
{
    /** Default limit for the size of unpacked data, in bytes. */
    public const LIMIT = 256 << 20;
    /** Maximum number of wraps around each other. Without it, data that unpack to themselves would never end. */
    public const WRAPS = 8;

    /**
     * Returns the data inside data of a format for which Format::wraps() returns true.
     *
     * @param int $limit maximum size of the unpacked data, in bytes; it applies to gzip and zlib, the other functions of PHP have no limit
     *
     * @throws LyoException if the data are damaged, larger than the limit, or need an extension that is not loaded
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
     * Removes all wraps, one after the other.
     *
     * @return array{string, Format} the data, and their format
     *
     * @throws LyoException
     */
    public static function unwrapAll(string $data, Format $format): array
    {
        $path = $format->value;
        for ($wraps = 0; $format->wraps(); $wraps++) {
            if ($wraps === self::WRAPS) {
                throw Failure::limit("data that are wrapped too often, $path", 0);
            }
            $data = self::unwrap($data, $format);
            $format = Format::detect($data) ?? throw Failure::unknownFormat("data of an unknown format within $path");
            $path .= " > $format->value";
        }
        return [$data, $format];
    }

    /** Unpacks data with a function of PHP. $limit is null if the function takes no limit. */
    private static function with(string $function, string $data, ?int $limit): string
    {
        if (!function_exists($function)) {
            throw Failure::inexact("$function() is needed to unpack these data");
        }
        $unpacked = $limit === null ? @$function($data) : @$function($data, $limit);
        return is_string($unpacked) ? $unpacked : throw Failure::corrupt('compressed data that are damaged' . ($limit === null ? '' : ', or unpack to more than ' . ($limit >> 20) . ' MB'), 0);
    }

    /** Removes the header of Symfony's TagAwareMarshaller: 13 bytes, of which the last three are the size of the tags, and the tags. */
    private static function tagAware(string $data): string
    {
        $size = unpack('N', "\0" . substr($data, 10, 3));
        $size = is_array($size) && is_int($size[1]) ? $size[1] : 0;
        if (strlen($data) < 13 + $size) {
            throw Failure::truncated(10);
        }
        return substr($data, 13 + $size);
    }

    /** Unpacks data of Cm_Cache, in which the first two letters are the algorithm. */
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
