<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal;

use Closure;
use Drupal\Component\Serialization\ObjectAwareSerializationInterface;
use Drupal\Core\Cache\CacheBackendInterface;

/**
 * A bin with the ways of the redis module: strings as they are, all else by the serializer, and a column that says
 * which; invalid items on request.
 *
 * @phpstan-type Row array{data: string, serialized: int, expire: int, gz?: int}
 */
final class Bin implements CacheBackendInterface
{
    /**
     * @param Closure(string): (Row|null) $read
     * @param Closure(string, Row|null): void $write null deletes
     * @param Closure(): list<string> $list all ids
     * @param int|null $compressLength as $settings['redis_compress_length'] of the redis module: zlib, and a field that says so
     */
    public function __construct(
        private readonly ObjectAwareSerializationInterface $serializer,
        private readonly Closure $read,
        private readonly Closure $write,
        private readonly Closure $list,
        private readonly ?int $compressLength = null,
    ) {}

    public function get($cid, $allow_invalid = false): object|false
    {
        $cids = [$cid];
        return array_values($this->getMultiple($cids, $allow_invalid))[0] ?? false;
    }

    /** @return array<object> */
    public function getMultiple(&$cids, $allow_invalid = false): array
    {
        $items = $left = [];
        foreach ($cids as $cid) {
            $row = ($this->read)($cid);
            if ($row === null || !$allow_invalid && $row['expire'] !== self::CACHE_PERMANENT && $row['expire'] < time()) {
                $left[] = $cid;
                continue;
            }
            $data = ($row['gz'] ?? 0) === 1 ? (string) gzuncompress($row['data']) : $row['data'];
            $items[$cid] = (object) ['cid' => $cid, 'data' => $row['serialized'] === 1 ? $this->serializer::decode($data) : $data, 'expire' => $row['expire']];
        }
        $cids = $left;
        return $items;
    }

    public function set($cid, $data, $expire = self::CACHE_PERMANENT, array $tags = []): void
    {
        $bytes = is_string($data) ? $data : $this->serializer::encode($data);
        $row = ['data' => $bytes, 'serialized' => is_string($data) ? 0 : 1, 'expire' => $expire];
        if ($this->compressLength !== null && strlen($bytes) > $this->compressLength) {
            $row = ['data' => (string) gzcompress($bytes, 1), 'gz' => 1] + $row;
        }
        ($this->write)($cid, $row);
    }

    public function setMultiple(array $items): void
    {
        foreach ($items as $cid => $item) {
            $this->set($cid, $item['data'], $item['expire'] ?? self::CACHE_PERMANENT, $item['tags'] ?? []);
        }
    }

    public function delete($cid): void
    {
        ($this->write)($cid, null);
    }

    public function deleteMultiple(array $cids): void
    {
        foreach ($cids as $cid) {
            $this->delete($cid);
        }
    }

    public function deleteAll(): void
    {
        $this->deleteMultiple(($this->list)());
    }

    public function invalidate($cid): void
    {
        $row = ($this->read)($cid);
        ($this->write)($cid, $row === null ? null : ['expire' => 1] + $row);
    }

    public function invalidateMultiple(array $cids): void
    {
        foreach ($cids as $cid) {
            $this->invalidate($cid);
        }
    }

    public function invalidateAll(): void
    {
        $this->invalidateMultiple(($this->list)());
    }

    public function garbageCollection(): void
    {
        foreach (($this->list)() as $cid) {
            $row = ($this->read)($cid);
            if ($row !== null && $row['expire'] !== self::CACHE_PERMANENT && $row['expire'] < time()) {
                $this->delete($cid);
            }
        }
    }

    public function removeBin(): void
    {
        $this->deleteAll();
    }
}
