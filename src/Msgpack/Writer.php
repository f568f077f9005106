<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Msgpack;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Keeps;
use Lyo\Native\Decoding;
use Lyo\Native\Losses;

use function function_exists;
use function msgpack_pack;

/**
 * Writes MessagePack with the msgpack extension of PHP. No class is loaded, because the extension writes incomplete objects with their class name.
 *
 * @internal
 */
final class Writer
{
    public const KEEPS = [Keeps::Bytes, Keeps::Classes, Keeps::PrivateState];

    /**
     * Returns the message for a value.
     *
     * @param string $text text of serialize() for the value
     *
     * @throws LyoException if MessagePack cannot keep the value unchanged, or the extension is not loaded
     */
    public static function fromNative(string $text): string
    {
        if (!function_exists('msgpack_pack')) {
            throw Failure::inexact('The extension msgpack is needed to write it');
        }
        Losses::refuse($text, 'msgpack', self::KEEPS);

        return msgpack_pack(Decoding::decode($text, ['allowed_classes' => false]));
    }
}
