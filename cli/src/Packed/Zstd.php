<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Packed;

use Lyo\Envelope\ByExtension;
use Lyo\Envelope\ZstdFrame;
use Lyo\Wire\Head;
use Lyo\Wire\Tag;

use function chr;
use function ord;
use function pack;
use function strlen;
use function substr;

/** Frames of zstd, unpacked by the extension lyo, which has libzstd, but has no function for other data than its own. */
final class Zstd
{
    private const MAGIC = 4;
    private const DICTIONARY = 3;
    private const CHECKED = 4;
    private const SINGLE = 32;

    /**
     * Unpacks a frame that tells the size of its content, and needs no dictionary.
     *
     * The frame becomes that of a string in an envelope of lyo: a block with the head of the string is put before the other blocks. They do not
     * change by that: they refer only to bytes at a distance before them.
     *
     * @return string|null null if the extension is not here, cannot unpack zstd, or refuses the data
     */
    public static function unpack(string $frame, int $limit): ?string
    {
        $stored = substr($frame, self::MAGIC);
        $size = ZstdFrame::size($stored);
        if ($size === null || $size < 34 || $size > $limit || (ord($stored[0]) & self::DICTIONARY) !== 0) {
            return null;
        }
        $descriptor = ord($stored[0]);
        $blocks = substr($stored, ZstdFrame::head($descriptor), ($descriptor & self::CHECKED) !== 0 ? -4 : null);
        $bytes = $size < 1 << 8 ? 1 : ($size < 1 << 16 ? 2 : ($size < 1 << 24 ? 3 : 4));
        $start = chr(Head::MAGIC) . chr(Head::VERSION << 4) . chr(Tag::STRING - 1 + $bytes) . substr(pack('V', $size), 0, $bytes);
        $content = chr(self::SINGLE | 2 << 6) . pack('V', strlen($start) + $size) . substr(pack('V', strlen($start) << 3), 0, 3) . $start . $blocks;
        $payload = ByExtension::unpack($content, strlen($start) + $size, null);

        return $payload === null ? null : substr($payload, strlen($start));
    }
}
