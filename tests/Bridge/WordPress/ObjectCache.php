<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\WordPress;

use Lyo\Bridge\Packer;
use Lyo\Bridge\WordPress\MaybeSerializer;
use Lyo\Tests\Bridge\Subject;
use Predis\ClientInterface;

/** The heart of an object-cache.php on Redis: what it stores goes through a maybe_serialize(), WordPress' own or ours. */
final class ObjectCache implements Subject
{
    public function __construct(private readonly string $name, private readonly ClientInterface $client) {}

    public function name(): string
    {
        return $this->name;
    }

    public function store(string $writer, string $key, mixed $value): bool
    {
        $stored = $writer === self::PLAIN ? self::maybeSerialize($value) : self::serializer($writer)->maybeSerialize($value);
        $this->client->set($key, is_scalar($stored) ? (string) $stored : '');
        return true;
    }

    public function fetch(string $reader, string $key): array
    {
        $found = true;
        $stored = $this->client->get($key);
        $value = $reader === self::PLAIN ? self::maybeUnserialize($stored) : self::serializer($reader)->maybeUnserialize($stored, $found);
        if ($reader === self::PLAIN && $value === $stored && is_string($value) && preg_match('/\A(?:\xC1|\x00\x00\x00\x02|x\x01)/', $value) === 1) {
            return []; // WordPress takes for a string what it does not know: its heads must not meet these formats
        }
        return $value === false || !$found ? [] : [$value];
    }

    public function bytes(string $key): string
    {
        return (string) $this->client->get($key);
    }

    public function replace(string $key, string $bytes): void
    {
        $this->client->set($key, $bytes);
    }

    public static function serializer(string $writer): MaybeSerializer
    {
        [$format, $zlib] = [...explode('+', $writer), null];
        return new MaybeSerializer(new Packer((string) $format, compressAbove: $zlib === 'zlib' ? 100 : null));
    }

    /** As WordPress documents its function of this name. */
    private static function maybeSerialize(mixed $value): mixed
    {
        return is_array($value) || is_object($value) || is_string($value) && self::isSerialized($value) ? serialize($value) : $value;
    }

    private static function maybeUnserialize(mixed $stored): mixed
    {
        return is_string($stored) && self::isSerialized($stored) ? @unserialize(trim($stored)) : $stored;
    }

    private static function isSerialized(string $text): bool
    {
        return preg_match('/\A\s*(?:N;|[bid]:[0-9.E+-]+;|s:\d+:".*";|[aOE]:\d+:.*[;}])\s*\z/s', $text) === 1;
    }
}
