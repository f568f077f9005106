<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bson;

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Functions\Lyo;
use Lyo\Native\Decoding;
use Lyo\Native\Losses;
use MongoDB\BSON\Document;
use MongoDB\BSON\Int64;
use Throwable;

use function array_walk_recursive;
use function class_exists;
use function is_array;
use function ord;
use function strlen;
use function unpack;

/**
 * Reads and writes BSON with the mongodb extension of PHP. It holds arrays, but no PHP objects. Types that only BSON has become objects of
 * MongoDB\BSON. If a document names a PHP class, no object of that class is created.
 *
 * @internal
 */
final class Bson
{
    /** Type map for toPHP(): every document becomes an array. */
    private const ARRAYS = ['root' => 'array', 'document' => 'array', 'array' => 'array'];

    /**
     * Returns the BSON document for a value.
     *
     * @param string $text text of serialize() for the value
     *
     * @throws LyoException if BSON cannot keep the value unchanged, or the extension is not loaded
     */
    public static function fromNative(string $text): string
    {
        self::need();
        Losses::refuse($text, 'BSON', []);
        $value = Decoding::decode($text, ['allowed_classes' => false]);
        if (!is_array($value)) {
            throw Failure::inexact('BSON holds only arrays, not a value by itself');
        }
        try {
            return (string) Document::fromPHP($value);
        } catch (Throwable) {
            throw Failure::inexact('BSON cannot hold the value'); // the message of the extension is left out, as it may contain bytes of the data
        }
    }

    /**
     * Returns the text of serialize() for the array in a document.
     *
     * @throws LyoException
     */
    public static function toNative(string $data): string
    {
        self::need();
        try {
            $value = (array) Document::fromBSON($data)->toPHP(self::ARRAYS);
            array_walk_recursive($value, static function (mixed &$leaf): void {
                $leaf = $leaf instanceof Int64 ? (int) (string) $leaf : $leaf;
            });

            return Lyo::textOf($value);
        } catch (Throwable) {
            throw Failure::corrupt('BSON that the extension mongodb does not read', 0);
        }
    }

    /** Tells whether the data look like a document: they have the length that they tell, end with a NUL byte, and begin with an element of a known type. */
    public static function fits(string $data): bool
    {
        $size = strlen($data);
        $said = $size >= 5 && $data[$size - 1] === "\0" ? unpack('V', $data) : false;

        return is_array($said) && $said[1] === $size && ($size === 5 || ord($data[4]) >= 1 && ord($data[4]) <= 0x13);
    }

    /** Throws an exception if the extension is not loaded. */
    private static function need(): void
    {
        if (!class_exists(Document::class)) {
            throw Failure::inexact('The extension mongodb 1.16 or newer is needed for BSON');
        }
    }
}
