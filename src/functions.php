<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Stands in for the extension where it is not loaded: the same functions, in PHP.

declare(strict_types=1);

use Lyo\Exception\LyoException;
use Lyo\Failure;
use Lyo\Pure\Lyo;

if (!extension_loaded('lyo')) {
    /**
     * Encodes a value in the Lyo format.
     *
     * @param array<mixed> $options max_depth (int), checksum (bool), compress (null|'zlib'|'zstd'), level, min_size (int), min_ratio (float),
     *        dictionaries (list<string>, of zstd), sign (null|array<string>, keys by their names), context (string)
     *
     * @throws LyoException
     */
    function lyo_serialize(mixed $value, array $options = []): string
    {
        return Lyo::serialize($value, $options);
    }

    /**
     * Decodes a value.
     *
     * @param array<mixed> $options allowed_classes (bool|list<string>), max_depth, max_elements (int), missing_class ('incomplete'|'throw'),
     *        checksum (bool, true: one is required), max_unpacked (int), dictionaries (list<string>, of zstd), sign (null|array<string>, keys by their names), context (string), unsigned_until (null|int)
     *
     * @throws LyoException
     */
    function lyo_unserialize(string $data, array $options = []): mixed
    {
        return Lyo::unserialize($data, $options);
    }

    /**
     * Makes a dictionary of zstd: only the extension can.
     *
     * @param array<string> $samples
     *
     * @throws LyoException
     */
    function lyo_train_dictionary(array $samples, int $size = 16384): string
    {
        throw Failure::unavailable('the extension lyo, built with zstd', 0);
    }

    /** True if the data are one well-formed Lyo payload; no value is made. */
    function lyo_is_serialized(string $data): bool
    {
        return Lyo::isSerialized($data);
    }
}
