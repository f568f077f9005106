<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// The classes of entities that are not loaded yet, which the entity manager has written.

use Doctrine\ORM\Proxy\Autoloader;

Autoloader::register(__DIR__ . '/../var', 'Proxies');
