<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal;

use Drupal\Core\Cache\CacheBackendInterface;
use Lyo\Tests\Bridge\Subject;

/** A bin with Drupal's serializer or with ours. */
interface Bridged extends Subject
{
    public function bin(string $writer): CacheBackendInterface;
}
