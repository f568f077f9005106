<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal;

use Drupal\Core\Cache\CacheBackendInterface;
use Lyo\Bridge\Drupal\Packed;
use Lyo\Bridge\Drupal\Serialization;

/** Core's bin in a database, and ours. The bytes of a row are those behind the empty array. */
final class DatabaseRows implements Bridged
{
    private readonly CacheBackendInterface $plain;
    private readonly CacheBackendInterface $ours;

    public function __construct(private readonly Site $site)
    {
        $this->plain = $site->head(null)->bin;
        $this->ours = $site->head('native')->bin;
    }

    public function name(): string
    {
        return "database backend, {$this->site->name}";
    }

    public function store(string $writer, string $key, mixed $value): bool
    {
        $this->bin($writer)->set($key, $value);
        return true;
    }

    public function fetch(string $reader, string $key): array
    {
        $item = $this->bin($reader)->get($key);
        return is_object($item) && property_exists($item, 'data') ? [$item->data] : [];
    }

    public function bytes(string $key): string
    {
        return Packed::data($this->site->data($key) ?? '');
    }

    public function replace(string $key, string $bytes): void
    {
        $this->site->replace($key, Packed::isMarked($this->site->data($key)) ? serialize($bytes) : $bytes);
    }

    public function bin(string $writer): CacheBackendInterface
    {
        if ($writer === self::PLAIN) {
            return $this->plain;
        }
        [$format, $compress] = [...explode('+', $writer), null];
        Serialization::configure(['writes' => $format, 'compress' => $compress, 'min_size' => 100]);
        return $this->ours;
    }
}
