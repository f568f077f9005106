<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Envelope;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Pure\Bytes;
use Lyo\Wire\Algorithm as Number;
use Lyo\Wire\Entry;
use Lyo\Wire\ErrorCode;
use Lyo\Wire\Head;

use function chr;
use function hash;
use function ord;
use function strlen;
use function strrev;

/**
 * What may stand around a payload: a checksum or a signature, and compression (spec section 3.1).
 *
 * @internal
 */
final class Envelope
{
    /** Second byte of every envelope. */
    public const HEAD = Head::VERSION << 4 | Head::EXTENDED;

    /** The data are an envelope, and not a payload alone, or data of another kind. */
    public static function is(string $data): bool
    {
        return isset($data[1]) && ord($data[1]) >> 4 === Head::VERSION && (ord($data[1]) & Head::EXTENDED) !== 0 && ord($data[0]) === Head::MAGIC;
    }

    /**
     * What cannot be written is refused before anything is encoded.
     *
     * @throws LyoException
     */
    public static function check(Terms $terms): void
    {
        if ($terms->compress !== null && !$terms->compress->available()) {
            throw Failure::unavailable($terms->compress->name(), 0);
        }
        $dictionary = $terms->dictionary();
        if ($dictionary !== null && (!Dictionary::available() || $dictionary->compress('', 1) === null)) {
            throw Failure::unavailable(Dictionary::available() ? Dictionary::describe($dictionary->name()) : Dictionary::NEEDS, 0);
        }
    }

    /** The payload with an envelope, as the terms say. */
    public static function seal(string $payload, Terms $terms): string
    {
        $size = strlen($payload);
        if ($terms->compress !== null && $size >= $terms->minSize) {
            $dictionary = $terms->dictionary();
            $packed = $terms->compress->compress($payload, $terms->level, $dictionary);
            if ($packed !== null && strlen($packed) * $terms->minRatio <= $size) {
                return self::wrap($packed, $terms, chr($terms->compress->value) . Bytes::varlen($size) . $dictionary?->name());
            }
        }
        return $terms->checksum || $terms->sign !== null ? self::wrap($payload, $terms, null) : $payload;
    }

    /** @param string|null $compression data of its entry */
    private static function wrap(string $content, Terms $terms, ?string $compression): string
    {
        $ring = $terms->sign;
        $entries = $ring === null ? self::entry(Entry::CHECKSUM, '') : self::entry(Entry::SIGNATURE, chr(Number::HMAC_SHA_256_128) . $ring->name());
        if ($compression !== null) {
            $entries .= self::entry(Entry::COMPRESSION, $compression);
        }
        $data = self::header($entries) . $content;
        return $data . ($ring === null ? self::checksum($data) : $ring->code($ring->name(), $terms->context, $data));
    }

    /** What stands before the content. */
    public static function header(string $entries): string
    {
        return chr(Head::MAGIC) . chr(self::HEAD) . Bytes::varlen(strlen($entries)) . $entries;
    }

    private static function entry(int $id, string $data): string
    {
        return chr($id) . Bytes::varlen(strlen($data)) . $data;
    }

    /** CRC-32C, little-endian. */
    public static function checksum(string $data): string
    {
        return strrev(hash('crc32c', $data, true));
    }

    /**
     * The payload within the data; the data themselves if they are no envelope and need not be one.
     *
     * @throws LyoException
     */
    public static function open(string $data, Terms $terms): string
    {
        if (!self::is($data)) {
            if (!$terms->mayBeUnsigned()) {
                throw Failure::at(ErrorCode::Unsigned, 0);
            }
            return $terms->required ? throw Failure::at(ErrorCode::Unprotected, 0) : $data;
        }
        return (new Opening($data, $terms))->payload();
    }

    /** @throws LyoException if the content of an envelope is an envelope again */
    public static function refuse(string $content): void
    {
        if (self::is($content)) {
            throw Failure::at(ErrorCode::Envelope, 1);
        }
    }
}
