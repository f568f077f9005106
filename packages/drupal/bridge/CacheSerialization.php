<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Drupal;

use Drupal\Component\Serialization\ObjectAwareSerializationInterface;
use Lyo\Bridge\Miss;

use function is_string;
use function serialize;

/**
 * The serializer of DatabaseBackend. The settings are those of Serialization. Data that cannot be read are a Miss, also if the class of an object
 * does not exist.
 *
 * @internal
 */
final class CacheSerialization implements ObjectAwareSerializationInterface
{
    /** @param mixed $data a Packed; another value becomes serialize() text, because its row has no mark */
    public static function encode($data): string
    {
        return $data instanceof Packed ? $data->bytes : serialize($data);
    }

    /**
     * @param mixed $raw the data of a Packed
     *
     * @throws Miss
     */
    public static function decode($raw): mixed
    {
        return Serialization::cachePacker()->unpack(is_string($raw) ? $raw : '', true);
    }

    public static function getFileExtension(): string
    {
        return Serialization::getFileExtension();
    }
}
