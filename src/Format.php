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
     * What the data are, as far as their first bytes and their structure tell; null when they are nothing known.
     *
     * Formats with a mark are told by it, and by what stands around it. Those without (msgpack, JSON, sessions) only if the whole
     * data are well-formed, so that nearly no text is taken for them: docs/formats.md has the figures. Classes are never loaded.
     */
    public static function detect(string $data): ?self
    {
        return Signature::detect($data);
    }

    /**
     * What damaged data may have been, by their first bytes alone: for whoever wants to know what is wrong with them.
     */
    public static function guess(string $data): ?self
    {
        return self::detect($data) ?? Signature::guess($data);
    }

    /** It holds other data, which have a format of their own. */
    public function wraps(): bool
    {
        return match ($this) {
            self::Gzip, self::Zlib, self::Zstd, self::Lz4, self::TagAware, self::CmCache => true,
            default => false,
        };
    }

    /** Its data begin with a mark; others are told by their structure alone. */
    public function marked(): bool
    {
        return match ($this) {
            self::Msgpack, self::Json, self::VarExport, self::Bson, self::SessionPhp, self::SessionPhpBinary => false,
            default => true,
        };
    }
}
