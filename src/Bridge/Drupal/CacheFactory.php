<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Drupal;

use Drupal\Core\Cache\CacheFactoryInterface;

/** Around a factory of backends: its bins have misses where items cannot be read. */
final class CacheFactory implements CacheFactoryInterface
{
    public function __construct(private readonly CacheFactoryInterface $factory) {}

    /** @param string $bin */
    public function get($bin): CacheBackend
    {
        return new CacheBackend($this->factory->get($bin));
    }
}
