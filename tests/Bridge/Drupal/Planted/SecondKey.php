<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal\Planted;

use Lyo\Bridge\Drupal\DatabaseBackend;

/** A fault: plain heads miss the items because they have another key, and so each item is there twice. */
final class SecondKey extends DatabaseBackend
{
    public function getMultiple(&$cids, $allow_invalid = false): array
    {
        $plain = $items = [];
        $own = array_map(self::key(...), $cids);
        foreach (parent::getMultiple($own, $allow_invalid) as $cid => $item) {
            $items[substr((string) $cid, 4)] = $item;
        }
        $cids = array_values(array_filter($cids, static fn(string $cid): bool => !isset($items[$cid])));
        foreach (parent::getMultiple($cids, $allow_invalid) as $cid => $item) {
            $plain[(string) $cid] = $item;
        }
        return $items + $plain;
    }

    public function deleteMultiple(array $cids): void
    {
        parent::deleteMultiple([...$cids, ...array_map(self::key(...), $cids)]);
    }

    public function invalidateMultiple(array $cids): void
    {
        parent::invalidateMultiple([...$cids, ...array_map(self::key(...), $cids)]);
    }

    /** @param array<array{data: mixed, expire?: mixed, tags?: list<string>}> $items */
    protected function doSetMultiple(array $items): void
    {
        foreach ($items as $cid => $item) {
            $isPlain = is_scalar($item['data']) || $item['data'] === null;
            parent::doSetMultiple([$isPlain ? $cid : self::key((string) $cid) => $item]);
        }
    }

    private static function key(string $cid): string
    {
        return "lyo:$cid";
    }
}
