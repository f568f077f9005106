<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Stands in for the extension where it is not loaded: the same functions, in PHP.

declare(strict_types=1);

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Functions\Lyo;

if (ini_get('lyo.max_depth') === false) {
    /**
     * Returns a value in the Lyo format.
     *
     * @param array<mixed> $options max_depth (int), checksum (bool), compress (null|'zlib'|'zstd'), level (int), min_size (int), min_ratio (float),
     *        dictionaries (list<string>, for zstd), sign (null|array<string>, keys by their names), context (string)
     *
     * @throws LyoException
     */
    function lyo_serialize(mixed $value, #[SensitiveParameter] array $options = []): string
    {
        return Lyo::serialize($value, $options);
    }

    /**
     * Returns the value of data in the Lyo format.
     *
     * @param array<mixed> $options allowed_classes (bool|list<string>), max_depth (int), max_elements (int), missing_class ('incomplete'|'throw'),
     *        checksum (bool, whether one is required), max_unpacked (int), dictionaries (list<string>, for zstd), sign (null|array<string>, keys by
     *        their names), context (string), unsigned_until (null|int)
     *
     * @throws LyoException
     */
    function lyo_unserialize(string $data, #[SensitiveParameter] array $options = []): mixed
    {
        return Lyo::unserialize($data, $options);
    }

    /**
     * Would make a dictionary for zstd. Only the extension can do this, so this function always throws an exception.
     *
     * @param array<string> $samples
     *
     * @throws LyoException
     */
    function lyo_train_dictionary(array $samples, int $size = 16384): string
    {
        throw Failure::unavailable('the extension lyo, built with zstd', 0);
    }

    /** Tells whether data are one well-formed payload of Lyo, or one in an envelope. No objects are created. */
    function lyo_is_serialized(string $data): bool
    {
        return Lyo::isSerialized($data);
    }
}
