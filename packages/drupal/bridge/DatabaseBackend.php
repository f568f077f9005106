<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Drupal;

use Drupal\Core\Cache\Cache;
use Drupal\Core\Cache\CacheTagsChecksumInterface;
use Drupal\Core\Cache\DatabaseBackend as DrupalBackend;
use Exception;
use Lyo\Bridge\Expiry;
use Lyo\Bridge\Miss;
use stdClass;

use function array_chunk;
use function array_map;
use function is_numeric;
use function is_string;
use function str_starts_with;
use function substr;

/**
 * Drupal's cache bin in a database. A row that plain Drupal cannot read has a marked time of expiry (see Expiry), so that plain Drupal misses it.
 * Rows whose data cannot be read are misses.
 *
 * @internal
 */
class DatabaseBackend extends DrupalBackend
{
    /**
     * Deletes the oldest rows if there are more than the bin may have, and then what is past. Drupal's own method would delete every row with the
     * mark.
     */
    public function garbageCollection(): void
    {
        try {
            $this->deleteOldest();
            $now = $this->time->getRequestTime();
            $marked = Expiry::marked($now);
            foreach ([[0, $now - 1], [$marked + 1, Expiry::marked(null) - 1]] as $past) {
                $this->connection->delete($this->bin)->condition('expire', $past, 'BETWEEN')->execute();
            }
        } catch (Exception) {
            // As in Drupal: without a table there is nothing to delete, and after a failure the next run does it.
        }
    }

    /**
     * @param object{data: mixed, expire: int|string}&stdClass $cache a row
     * @param bool $allow_invalid
     */
    protected function prepareItem($cache, $allow_invalid): object|false
    {
        $expire = (int) $cache->expire;
        if ($expire < Cache::PERMANENT && Expiry::isMarked($expire)) { // most rows have no mark, and need no class for it
            $cache->expire = Packed::isMarked($cache->data) ? Expiry::time($expire) ?? Cache::PERMANENT : 0; // other data have expired
        }
        if ($cache->serialized && is_string($cache->data) && str_starts_with($cache->data, 's:')) {
            $cache->data = Packed::data($cache->data); // here, because the row would keep its copy while it is decoded
        }
        try {
            return parent::prepareItem($cache, $allow_invalid);
        } catch (Miss) {
            return false;
        }
    }

    /** @param array<array{data: mixed, expire?: mixed, tags?: list<string>}> $items */
    protected function doSetMultiple(array $items): void
    {
        foreach (array_chunk($items, self::MAX_ITEMS_PER_CACHE_SET, true) as $chunk) { // as Drupal does it: the bytes of all items may be many
            parent::doSetMultiple(array_map($this->packed(...), $chunk));
        }
    }

    /**
     * Packs the data of an item, and marks its time if plain Drupal cannot read them. A string is stored as it is.
     *
     * @param array{data: mixed, expire?: mixed, tags?: list<string>} $item
     *
     * @return array{data: mixed, expire: mixed, tags?: list<string>}
     */
    protected function packed(array $item): array
    {
        $item += ['expire' => Cache::PERMANENT];
        if (is_string($item['data']) || $this->isNotWritten($item['tags'] ?? [])) {
            return $item;
        }
        $item['data'] = Packed::value($item['data'], substr($this->bin, 6)); // without cache_
        if (!$item['data']->isPlain && is_numeric($item['expire'])) {
            $time = (int) $item['expire'];
            $item['expire'] = Expiry::marked($time === Cache::PERMANENT ? null : $time);
        }
        return $item;
    }

    /**
     * Tells whether Drupal leaves out items with these tags, because a transaction that is not complete has invalidated one of them.
     *
     * @param list<string> $tags
     */
    protected function isNotWritten(array $tags): bool
    {
        return $this->connection->inTransaction()
            && $this->checksumProvider->getCurrentChecksum($tags) === CacheTagsChecksumInterface::INVALID_CHECKSUM_WHILE_IN_TRANSACTION;
    }

    protected function deleteOldest(): void
    {
        if ($this->maxRows === static::MAXIMUM_NONE) {
            return;
        }
        $rows = $this->connection->select($this->bin, 'c')->fields('c', ['created'])->orderBy('c.created', 'DESC')->range($this->maxRows, 1);
        $limit = $rows->execute()?->fetchField();
        if (is_numeric($limit)) {
            $this->connection->delete($this->bin)->condition('created', $limit, '<=')->execute();
        }
    }
}
