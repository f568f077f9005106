<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

use Lyo\Detect\Signature;

/** Formats that are found in caches, sessions and queues. */
enum Format: string
{
    case Native = 'native';
    case Lyo = 'lyo';
    /** Lyo behind the bytes 00 00 00 04, as igbinary's extension can be told to write it. */
    case LyoCarrier = 'lyo-carrier';
    case Igbinary1 = 'igbinary1';
    case Igbinary2 = 'igbinary2';
    case Msgpack = 'msgpack';
    case Json = 'json';
    /** PHP code of literals, as var_export() writes it; also as a file that returns it. */
    case VarExport = 'var_export';
    /** XML of PHP's extension of that name, before 7.4. */
    case Wddx = 'wddx';
    case Bson = 'bson';
    /** Sessions with session.serialize_handler = php: name|value name|value … */
    case SessionPhp = 'session-php';
    /** Sessions with session.serialize_handler = php_binary. */
    case SessionPhpBinary = 'session-php_binary';
    case Gzip = 'gzip';
    case Zlib = 'zlib';
    case Zstd = 'zstd';
    /** The frame format; blocks as some extensions store them have no mark. */
    case Lz4 = 'lz4';
    /** Symfony's TagAwareMarshaller around a value. */
    case TagAware = 'tag-aware';
    /** Cm_Cache: two letters, a mark, compressed data. */
    case CmCache = 'cm-cache';

    /**
     * The format of the data, by their first bytes and their structure; null if it is not recognised.
     *
     * A format with a mark is recognised by it and by the bytes around it. One without (msgpack, JSON, sessions) is recognised only if all
     * of the data are well-formed, so that other text is rarely mistaken for it: docs/formats.md has the figures. No class is loaded.
     */
    public static function detect(string $data): ?self
    {
        return Signature::detect($data);
    }

    /**
     * The probable format of damaged data, by their first bytes alone, to find out what is wrong with them.
     */
    public static function guess(string $data): ?self
    {
        return self::detect($data) ?? Signature::guess($data);
    }

    /** True if it wraps other data, which have their own format. */
    public function wraps(): bool
    {
        return match ($this) {
            self::Gzip, self::Zlib, self::Zstd, self::Lz4, self::TagAware, self::CmCache => true,
            default => false,
        };
    }

    /** True if its data begin with a mark; other formats are recognised only by their structure. */
    public function marked(): bool
    {
        return match ($this) {
            self::Msgpack, self::Json, self::VarExport, self::Bson, self::SessionPhp, self::SessionPhpBinary => false,
            default => true,
        };
    }
}
