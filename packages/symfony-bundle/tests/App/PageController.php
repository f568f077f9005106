<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Tests\App;

use Symfony\Component\HttpFoundation\Response;
use Symfony\Contracts\Cache\CacheInterface;

final class PageController
{
    public function __construct(
        private readonly CacheInterface $cache,
    ) {
    }

    public function page(): Response
    {
        $list = $this->cache->get('list', static fn (): array => [1, 2, 3]);
        $cut = $this->cache->get('cut', static fn (): array => ['made' => 'again']);

        return new Response('<html><body>'.json_encode([$list, $cut]).'</body></html>');
    }
}
