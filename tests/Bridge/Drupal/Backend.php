<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal;

use Closure;
use Drupal\Component\Serialization\ObjectAwareSerializationInterface;
use Drupal\Component\Serialization\PhpSerialize;
use Drupal\Core\Cache\CacheBackendInterface;
use Drupal\Core\Cache\CacheFactoryInterface;
use Lyo\Bridge\Drupal\CacheFactory;
use Lyo\Bridge\Drupal\Serialization;

/** A bin of the redis module, with Drupal's serializer or with ours. */
final class Backend implements Bridged
{
    /**
     * @param Closure(string): (array{data: string, serialized: int, expire: int, gz?: int}|null) $read
     * @param Closure(string, array{data: string, serialized: int, expire: int, gz?: int}|null): void $write
     * @param Closure(): list<string> $list
     */
    public function __construct(
        private readonly string $name,
        private readonly Closure $read,
        private readonly Closure $write,
        private readonly Closure $list,
        private readonly ?int $compressLength = null,
    ) {}

    public function name(): string
    {
        return $this->name;
    }

    public function store(string $writer, string $key, mixed $value): bool
    {
        $this->bin($writer)->set($key, $value);
        return true;
    }

    public function fetch(string $reader, string $key): array
    {
        $failed = false;
        if ($reader === self::PLAIN) {
            set_error_handler(static function () use (&$failed): bool {
                return $failed = true;
            });
        }
        try {
            $item = $this->bin($reader)->get($key);
        } finally {
            $reader === self::PLAIN && restore_error_handler();
        }
        return is_object($item) && property_exists($item, 'data') && !$failed ? [$item->data] : [];
    }

    public function bytes(string $key): string
    {
        return ($this->read)($key)['data'] ?? '';
    }

    public function replace(string $key, string $bytes): void
    {
        $row = ($this->read)($key);
        ($this->write)($key, $row === null ? null : ['data' => $bytes] + $row);
    }

    public function bin(string $writer): CacheBackendInterface
    {
        if ($writer === self::PLAIN) {
            return $this->make(new PhpSerialize());
        }
        [$format, $zlib] = [...explode('+', $writer), null];
        Serialization::configure(['writes' => $format, 'compress' => $zlib, 'min_size' => 100]);
        $plain = $this->make(new Serialization());
        return (new CacheFactory(new class ($plain) implements CacheFactoryInterface {
            public function __construct(private readonly CacheBackendInterface $backend) {}

            public function get($bin): CacheBackendInterface
            {
                return $this->backend;
            }
        }))->get('default');
    }

    private function make(ObjectAwareSerializationInterface $serializer): CacheBackendInterface
    {
        return new Bin($serializer, $this->read, $this->write, $this->list, $this->compressLength);
    }
}
