<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Drupal;

use Drupal\Core\Cache\CacheBackendInterface;

use function is_object;
use function property_exists;

/**
 * A cache bin in which items that cannot be read are misses. Drupal's backends return what the serializer returns, so FALSE would count as
 * the cached value. This class drops an item with FALSE if the serializer failed to read something during the call.
 */
class CacheBackend implements CacheBackendInterface
{
    public function __construct(protected readonly CacheBackendInterface $backend) {}

    /**
     * @param string $cid
     * @param bool $allow_invalid
     */
    public function get($cid, $allow_invalid = false): object|false
    {
        $before = Serialization::misses();
        $item = Serialization::forCache(fn(): mixed => $this->backend->get($cid, $allow_invalid));
        return is_object($item) && !static::isUnread($item, $before) ? $item : false;
    }

    /**
     * @param list<string> $cids out: the ids that were not found
     * @param bool $allow_invalid
     *
     * @return array<object>
     */
    public function getMultiple(&$cids, $allow_invalid = false): array
    {
        $before = Serialization::misses();
        $items = Serialization::forCache(function () use (&$cids, $allow_invalid): array {
            return $this->backend->getMultiple($cids, $allow_invalid);
        });
        foreach ($items as $cid => $item) {
            if (static::isUnread($item, $before)) {
                unset($items[$cid]);
                $cids[] = (string) $cid;
            }
        }
        return $items;
    }

    /**
     * @param string $cid
     * @param mixed $data
     * @param int $expire
     * @param list<string> $tags
     */
    public function set($cid, $data, $expire = self::CACHE_PERMANENT, array $tags = []): void
    {
        Serialization::forCache(fn() => $this->backend->set($cid, $data, $expire, $tags));
    }

    /** @param array<array{data: mixed, expire?: int, tags?: list<string>}> $items */
    public function setMultiple(array $items): void
    {
        Serialization::forCache(fn() => $this->backend->setMultiple($items));
    }

    /** @param string $cid */
    public function delete($cid): void
    {
        $this->backend->delete($cid);
    }

    /** @param list<string> $cids */
    public function deleteMultiple(array $cids): void
    {
        $this->backend->deleteMultiple($cids);
    }

    public function deleteAll(): void
    {
        $this->backend->deleteAll();
    }

    /** @param string $cid */
    public function invalidate($cid): void
    {
        $this->backend->invalidate($cid);
    }

    /** @param list<string> $cids */
    public function invalidateMultiple(array $cids): void
    {
        $this->backend->invalidateMultiple($cids);
    }

    public function invalidateAll(): void
    {
        $this->backend->invalidateAll();
    }

    public function garbageCollection(): void
    {
        $this->backend->garbageCollection();
    }

    public function removeBin(): void
    {
        $this->backend->removeBin();
    }

    /** Tells whether an item has FALSE because its data could not be read. */
    protected static function isUnread(object $item, int $missesBefore): bool
    {
        return Serialization::misses() !== $missesBefore && property_exists($item, 'data') && $item->data === false;
    }
}
