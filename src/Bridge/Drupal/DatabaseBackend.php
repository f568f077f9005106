<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Drupal;

use Drupal\Core\Cache\Cache;
use Drupal\Core\Cache\DatabaseBackend as DrupalBackend;
use Exception;
use Lyo\Bridge\Expiry;
use Lyo\Bridge\Miss;
use Lyo\Format;

use function is_numeric;
use function is_string;

/**
 * Drupal's cache bin in a database. A row that plain Drupal cannot read has a marked time of expiry (see Expiry), so that plain Drupal misses it.
 * Rows whose data cannot be read are misses.
 *
 * @internal
 */
class DatabaseBackend extends DrupalBackend
{
    /**
     * Deletes what is past, and the oldest rows if there are more than the bin may have. Drupal's own method would delete every row with the mark.
     */
    public function garbageCollection(): void
    {
        try {
            $this->deleteOldest();
            $now = $this->time->getRequestTime();
            foreach ([[0, $now - 1], [1 - $now, -2]] as $past) {
                $this->connection->delete($this->bin)->condition('expire', $past, 'BETWEEN')->execute();
            }
        } catch (Exception) {
            // As in Drupal: without a table there is nothing to delete, and after a failure the next run does it.
        }
    }

    /**
     * @param object{expire: int|string, ...} $cache a row
     * @param bool $allow_invalid
     */
    protected function prepareItem($cache, $allow_invalid): object|false
    {
        if (Expiry::isMarked((int) $cache->expire)) {
            $cache->expire = Expiry::time((int) $cache->expire) ?? Cache::PERMANENT;
        }
        try {
            return parent::prepareItem($cache, $allow_invalid);
        } catch (Miss) {
            return false;
        }
    }

    /** @param array<array{data: mixed, expire?: int, tags?: list<string>}> $items */
    protected function doSetMultiple(array $items): void
    {
        foreach ($items as $cid => $item) {
            if (is_string($item['data'])) { // stored as it is
                continue;
            }
            $data = CacheSerialization::encode($item['data']);
            $items[$cid]['data'] = new Packed($data);
            if (Format::detect($data) !== Format::Native) {
                $expire = $item['expire'] ?? Cache::PERMANENT;
                $items[$cid]['expire'] = Expiry::marked($expire === Cache::PERMANENT ? null : $expire);
            }
        }
        parent::doSetMultiple($items);
    }

    private function deleteOldest(): void
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
