<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal;

use Drupal\Component\Serialization\ObjectAwareSerializationInterface;

/** Drupal's serializer without the bridge. */
final class PhpSerialize implements ObjectAwareSerializationInterface
{
    /** @param mixed $data */
    public static function encode($data): string
    {
        return serialize($data);
    }

    /** @param mixed $raw */
    public static function decode($raw): mixed
    {
        return unserialize(is_string($raw) ? $raw : '');
    }

    public static function getFileExtension(): string
    {
        return 'serialized';
    }
}
