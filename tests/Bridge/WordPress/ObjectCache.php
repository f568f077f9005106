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
        $stored = $writer === self::PLAIN ? (new Plain())->maybeSerialize($value) : self::serializer($writer)->maybeSerialize($value);
        $this->client->set($key, is_scalar($stored) ? (string) $stored : '');
        return true;
    }

    public function fetch(string $reader, string $key): array
    {
        $found = true;
        $stored = $this->client->get($key);
        $value = $reader === self::PLAIN ? (new Plain())->maybeUnserialize($stored) : self::serializer($reader)->maybeUnserialize($stored, $found);
        return $value === false || !$found ? [] : [$value];
    }

    /** The stored bytes of an array or object without our mark; an empty string for a string, or if the mark is damaged. */
    public static function data(string $stored): string
    {
        return preg_match('/\Aa:0:lyo;(.*)....lyo;\z/s', $stored, $match) === 1 ? $match[1] : (preg_match('/\A[aO]:/', $stored) === 1 ? $stored : '');
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
        return new MaybeSerializer(new Packer((string) $format, envelope: $zlib === 'zlib' ? ['compress' => 'zlib', 'min_size' => 100] : null));
    }
}
