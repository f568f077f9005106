<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Drupal;

use Drupal\Core\Cache\CacheFactoryInterface;

/** Wraps the bins of another factory, such as that of the module redis, so that items that cannot be read are misses. */
class CacheFactory implements CacheFactoryInterface
{
    public function __construct(protected readonly CacheFactoryInterface $factory) {}

    /** @param string $bin */
    public function get($bin): CacheBackend
    {
        return new CacheBackend($this->factory->get($bin));
    }
}
