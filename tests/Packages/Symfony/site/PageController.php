<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Packages\Symfony\Site;

use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Contracts\Cache\CacheInterface;
use Symfony\Contracts\Cache\ItemInterface;
use Symfony\Contracts\Cache\TagAwareCacheInterface;

/** A page of a shop: 29 items from four pools, and one of them is stored anew in each request. */
final class PageController
{
    private int $misses = 0;

    public function __construct(private readonly CacheInterface $cache, private readonly CacheInterface $catalog, private readonly TagAwareCacheInterface $tagged, private readonly TagAwareCacheInterface $tags) {}

    public function page(): JsonResponse
    {
        $shown = [];
        for ($page = 0; $page < 4; $page++) {
            foreach ($this->catalog->get("products-$page", fn(): array => $this->made(Content::products($page))) as $product) {
                $shown[] = $product->line();
            }
        }
        foreach (['menu', 'settings', 'texts', 'rates'] as $name) {
            $shown[] = $this->cache->get($name, fn(): array => $this->made(Content::shared($name)));
        }
        for ($i = 1; $i <= 12; $i++) {
            $shown[] = $this->tagged->get("teaser-$i", function (ItemInterface $item) use ($i): array {
                $item->tag(['teasers', "teaser-$i"]);
                return $this->made(Content::teaser($i));
            });
        }
        for ($i = 1; $i <= 8; $i++) {
            $customer = $this->tags->get("customer-$i", function (ItemInterface $item) use ($i): array {
                $item->tag(["customer-$i"]);
                return $this->made(Content::customer($i));
            });
            $shown[] = [$customer['customer'], $customer['since']->format('c'), array_map(static fn(Product $product): string => $product->line(), $customer['viewed'])];
        }
        $this->cache->delete('visit');
        $this->cache->get('visit', static fn(): array => Content::teaser(13));
        return new JsonResponse(['misses' => $this->misses, 'shows' => md5((string) json_encode($shown)), 'size' => count($shown, COUNT_RECURSIVE)]);
    }

    /**
     * @template T
     *
     * @param T $value
     *
     * @return T
     */
    private function made(mixed $value): mixed
    {
        $this->misses++;
        return $value;
    }
}
