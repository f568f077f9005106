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
    /** Lyo after 00 00 00 04, as igbinary.so with igbinary.write_format=lyo writes it. */
    case LyoCarrier = 'lyo-carrier';
    case Igbinary1 = 'igbinary1';
    case Igbinary2 = 'igbinary2';
    case Msgpack = 'msgpack';
    case Json = 'json';
    /** PHP code of literals only, as var_export() writes it, or a PHP file that returns it. */
    case VarExport = 'var_export';
    /** XML of the wddx extension, which was part of PHP before 7.4. */
    case Wddx = 'wddx';
    case Bson = 'bson';
    /** Sessions with session.serialize_handler = php: name|value name|value … */
    case SessionPhp = 'session-php';
    /** Sessions with session.serialize_handler = php_binary. */
    case SessionPhpBinary = 'session-php_binary';
    case Gzip = 'gzip';
    case Zlib = 'zlib';
    case Zstd = 'zstd';
    /** The frame format of LZ4. Blocks without a frame, as some extensions store them, are not recognised. */
    case Lz4 = 'lz4';
    /** A value with the header of Symfony's TagAwareMarshaller. */
    case TagAware = 'tag-aware';
    /** Compressed data of Cm_Cache, after two letters and a mark. */
    case CmCache = 'cm-cache';

    /**
     * Returns the format of data, or null if it is not recognised.
     *
     * A format with a mark is recognised by the mark and the bytes around it. A format without a mark (msgpack, JSON, sessions) is recognised only
     * if all of the data are well-formed. So other text is rarely mistaken for it; docs/formats.md has the figures. No class is loaded.
     */
    public static function detect(string $data): ?self
    {
        return Signature::detect($data);
    }

    /**
     * Returns the probable format of damaged data, so that you can find out what is wrong with them. If the data are not recognised, their first bytes
     * decide.
     */
    public static function guess(string $data): ?self
    {
        return self::detect($data) ?? Signature::guess($data);
    }

    /** Tells whether this format is a wrap around other data, which have a format of their own. */
    public function wraps(): bool
    {
        return match ($this) {
            self::Gzip, self::Zlib, self::Zstd, self::Lz4, self::TagAware, self::CmCache => true,
            default => false,
        };
    }

    /** Tells whether data of this format begin with a mark. Other formats are recognised only by their structure. Serializer reads those with a mark. */
    public function marked(): bool
    {
        return match ($this) {
            self::Msgpack, self::Json, self::VarExport, self::Bson, self::SessionPhp, self::SessionPhpBinary => false,
            self::Native, self::Lyo, self::LyoCarrier, self::Igbinary1, self::Igbinary2, self::Wddx => true,
            self::Gzip, self::Zlib, self::Zstd, self::Lz4, self::TagAware, self::CmCache => true,
        };
    }
}
