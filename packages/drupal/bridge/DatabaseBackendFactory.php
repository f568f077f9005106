<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Drupal;

use Drupal\Core\Cache\DatabaseBackendFactory as DrupalFactory;

/** Makes the bins of cache.backend.database that read every format. It takes the arguments of Drupal's factory. */
class DatabaseBackendFactory extends DrupalFactory
{
    /** @param string $bin */
    public function get($bin): DatabaseBackend
    {
        return new DatabaseBackend($this->connection, $this->checksumProvider, $bin, new CacheSerialization(), $this->time, $this->getMaxRowsForBin($bin));
    }
}
