<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal\Planted;

use Drupal\Core\Cache\DatabaseBackend as DrupalBackend;
use Lyo\Bridge\Drupal\DatabaseBackend;

/** A fault: garbage is collected as in Drupal, which takes the mark for a time that is past. */
final class CoreGarbage extends DatabaseBackend
{
    public function garbageCollection(): void
    {
        DrupalBackend::garbageCollection();
    }
}
