<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Envelope;

use Lyo\Exception\LyoException;
use Lyo\Pure\Bytes;
use Lyo\Wire\Algorithm as Number;
use Lyo\Wire\Entry;

use function chr;
use function ini_get;
use function strlen;

/**
 * Unpacks zstd with the extension lyo, where PHP has no extension zstd.
 *
 * That extension gives values and no payloads, so the value is written again: one value has one encoding.
 *
 * @internal
 */
final class ByExtension
{
    /**
     * The payload of so many bytes. Null if the extension is not here or was built without zstd, if the data are damaged, or
     * if they hold a value that is not the same without its classes.
     */
    public static function unpack(string $frame, int $size, ?Dictionary $dictionary): ?string
    {
        if (ini_get('lyo.max_depth') === false) {
            return null;
        }
        $compression = chr(Number::ZSTD) . Bytes::varlen($size) . $dictionary?->name();
        $entries = chr(Entry::CHECKSUM) . "\0" . chr(Entry::COMPRESSION) . Bytes::varlen(strlen($compression)) . $compression;
        $data = Envelope::header($entries) . $frame;
        try {
            $value = \lyo_unserialize($data . Envelope::checksum($data), ['allowed_classes' => false, 'max_unpacked' => 0, 'dictionaries' => $dictionary === null ? [] : [$dictionary->bytes]]);
            $payload = \lyo_serialize($value, ['checksum' => false, 'compress' => null]);
        } catch (LyoException) {
            return null;
        }
        return strlen($payload) === $size ? $payload : null;
    }
}
