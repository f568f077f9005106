<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Packed;

use Lyo\Envelope\ByExtension;
use Lyo\Wire\Head;
use Lyo\Wire\Tag;

use function chr;
use function is_array;
use function is_int;
use function ord;
use function pack;
use function str_pad;
use function strlen;
use function substr;
use function unpack;

/** Frames of zstd, unpacked by the extension lyo, which has libzstd, but has no function for other data than its own. */
final class Zstd
{
    private const MAGIC = 4;
    private const DICTIONARY_SIZES = [0, 1, 2, 4];
    private const CONTENT_SIZES = [0, 2, 4, 8];
    private const CHECKED = 4;
    private const SINGLE = 32;

    /**
     * Unpacks a frame that tells the size of its content.
     *
     * The frame becomes that of a string in an envelope of lyo: a block with the head of the string is put before the other blocks. They do not
     * change by that: they refer only to bytes at a distance before them.
     *
     * @return string|null null if the extension is not here, cannot unpack zstd, or refuses the data
     */
    public static function unpack(string $frame, int $limit): ?string
    {
        $size = self::size($frame);
        if ($size === null || $size < 34 || $size > $limit) {
            return null;
        }
        $descriptor = ord($frame[self::MAGIC]);
        $blocks = substr($frame, self::head($descriptor), ($descriptor & self::CHECKED) !== 0 ? -4 : null);
        $bytes = $size < 1 << 8 ? 1 : ($size < 1 << 16 ? 2 : ($size < 1 << 24 ? 3 : 4));
        $start = chr(Head::MAGIC) . chr(Head::VERSION << 4) . chr(Tag::STRING - 1 + $bytes) . substr(pack('V', $size), 0, $bytes);
        $content = chr(self::SINGLE | 2 << 6) . pack('V', strlen($start) + $size) . substr(pack('V', strlen($start) << 3), 0, 3) . $start . $blocks;
        $payload = ByExtension::unpack($content, strlen($start) + $size, null);

        return $payload === null ? null : substr($payload, strlen($start));
    }

    /** Returns the size of the content that a frame tells; null if it does not tell it, or needs a dictionary. */
    private static function size(string $frame): ?int
    {
        if (strlen($frame) <= self::MAGIC + 2) {
            return null;
        }
        $descriptor = ord($frame[self::MAGIC]);
        $bytes = self::bytes($descriptor);
        if ($bytes === 0 || ($descriptor & 3) !== 0 || strlen($frame) < self::head($descriptor)) {
            return null;
        }
        $size = unpack('P', str_pad(substr($frame, self::head($descriptor) - $bytes, $bytes), 8, "\0"));

        return is_array($size) && is_int($size[1]) && $size[1] >= 0 ? $size[1] + ($bytes === 2 ? 256 : 0) : null;
    }

    /** Returns the number of bytes with the size of the content. */
    private static function bytes(int $descriptor): int
    {
        return ($descriptor >> 6 & 3) === 0 ? $descriptor >> 5 & 1 : self::CONTENT_SIZES[$descriptor >> 6 & 3];
    }

    /** Returns the number of bytes before the first block. */
    private static function head(int $descriptor): int
    {
        return self::MAGIC + 1 + (($descriptor & self::SINGLE) === 0 ? 1 : 0) + self::DICTIONARY_SIZES[$descriptor & 3] + self::bytes($descriptor);
    }
}
