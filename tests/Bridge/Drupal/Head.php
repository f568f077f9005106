<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal;

use Closure;
use Drupal\Core\Cache\CacheBackendInterface;
use Drupal\Core\Cache\DatabaseCacheTagsChecksum;
use Drupal\Core\Database\Connection;

/** A web head of a Drupal site, with a connection of its own. */
final readonly class Head
{
    /** @param Closure(): int $queries how many queries the connection has made */
    public function __construct(
        public bool $isPlain,
        public CacheBackendInterface $bin,
        public DatabaseCacheTagsChecksum $tags,
        public Connection $connection,
        public Closure $queries,
    ) {}
}
