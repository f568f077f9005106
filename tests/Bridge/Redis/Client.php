<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Redis;

use Closure;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Redis\Values;
use Lyo\Tests\Bridge\Subject;
use Predis\ClientInterface;
use Redis;

/** A client with our wrapper, and as an application uses it without: with serialize() around each value. */
final class Client implements Subject
{
    /** @param Closure(Packer): Values $make */
    public function __construct(private readonly string $name, public readonly Redis|ClientInterface $client, private readonly Closure $make) {}

    public function name(): string
    {
        return $this->name;
    }

    public function store(string $writer, string $key, mixed $value): bool
    {
        if ($writer === self::PLAIN) {
            $this->client->set($key, is_int($value) ? $value : serialize($value));
            return true;
        }
        $this->values($writer)->set($key, $value);
        return true;
    }

    public function fetch(string $reader, string $key): array
    {
        if ($reader !== self::PLAIN) {
            $nothing = new \stdClass();
            $value = $this->values($reader)->get($key, $nothing);
            return $value === $nothing ? [] : [$value];
        }
        $bytes = $this->bytes($key);
        $value = is_numeric($bytes) ? (int) $bytes : @unserialize($bytes);
        return $value === false && $bytes !== 'b:0;' ? [] : [$value];
    }

    public function bytes(string $key): string
    {
        $bytes = $this->client->get($key);
        return is_string($bytes) ? $bytes : '';
    }

    public function replace(string $key, string $bytes): void
    {
        $this->client->set($key, $bytes);
    }

    public function values(string $writer): Values
    {
        [$format, $zlib] = [...explode('+', $writer), null];
        return ($this->make)(new Packer((string) $format, envelope: $zlib === 'zlib' ? ['compress' => 'zlib', 'min_size' => 100] : null));
    }
}
