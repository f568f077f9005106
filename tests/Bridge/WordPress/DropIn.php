<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\WordPress;

use Closure;
use Lyo\Bridge\WordPress\RedisObjectCache;
use Lyo\Tests\Bridge\BridgeChecks;

/** redis-object-cache.php with a stand-in for the plugin: data that cannot be read are a miss, and are stored again. */
final class DropIn
{
    private function __construct(private readonly BridgeChecks $trial, private readonly RedisObjectCache $cache) {}

    /** As WordPress loads it; WP_LYO says that lyo is written. */
    public static function run(BridgeChecks $trial): void
    {
        define('WP_REDIS_PLUGIN_PATH', __DIR__ . '/plugin');
        require dirname(__DIR__, 3) . '/packages/wordpress/src/redis-object-cache.php';
        $trial->check(defined('WP_REDIS_DISABLE_DROPIN_AUTOUPDATE'), 'the plugin does not overwrite the drop-in');
        $cache = $GLOBALS['wp_object_cache'] ?? null;
        $trial->check($cache instanceof RedisObjectCache, 'the cache is ours');
        if ($cache instanceof RedisObjectCache) {
            (new self($trial, $cache))->damage();
        }
    }

    private function damage(): void
    {
        $damages = [
            'beginning' => static fn(string $data): string => substr_replace($data, 'XXXX', 0, 4),
            'end' => static fn(string $data): string => substr($data, 0, -6),
            'inside' => static fn(string $data): string => substr_replace($data, ~$data[20], 20, 1),
            'missing class' => static fn(): string => 'a:1:{i:0;O:13:"ClassThatLeft":0:{}}',
        ];
        foreach ($damages as $what => $damage) {
            $this->one($what, $damage);
            $this->many($what, $damage);
        }
        $this->trial->say('drop-in: ' . 2 * count($damages) . ' damaged items are misses and are made anew');
    }

    /** @param Closure(string): string $damage */
    private function one(string $what, Closure $damage): void
    {
        $value = $this->store($what, $damage);
        $this->trial->check($this->read('bad') === ['not found', false], "$what: get() of a damaged item");
        $this->trial->check($this->counted() === '0 hits, 1 misses', "$what: counted as a miss");
        $this->trial->check($this->cache->add('bad', $value) && $this->read('bad') === ['found', $value], "$what: add() makes it anew");
        $this->trial->check(!$this->cache->add('good', 'other') && $this->read('good') === ['found', $value], "$what: add() leaves others alone");
    }

    /** @param Closure(string): string $damage */
    private function many(string $what, Closure $damage): void
    {
        $value = $this->store($what, $damage);
        $this->trial->check($this->cache->get_multiple(['good', 'bad', 'none'], 'default', true) === ['good' => $value, 'bad' => false, 'none' => false], "$what: get_multiple() with a damaged item");
        $this->trial->check($this->counted() === '1 hits, 2 misses', "$what: one hit and two misses");
        $this->trial->check($this->cache->add('bad', $value) && $this->read('bad') === ['found', $value], "$what: add() makes it anew after get_multiple()");
    }

    /**
     * @param Closure(string): string $damage
     *
     * @return array<string, list<list<string>>>
     */
    private function store(string $what, Closure $damage): array
    {
        $value = ['rows' => array_fill(0, 20, ['text', 'of', 'rows'])];
        $this->cache->set('good', $value);
        $this->cache->set('bad', $value);
        $this->trial->check(str_starts_with($this->cache->stored['default:bad'], 'a:0:lyo;') && $this->read('bad') === ['found', $value], "$what: written as lyo, and read");
        $this->cache->stored['default:bad'] = $damage($this->cache->stored['default:bad']);
        $this->cache->cache_hits = $this->cache->cache_misses = 0;
        return $value;
    }

    /** @return array{string, mixed} */
    private function read(string $key): array
    {
        $found = null;
        $value = $this->cache->get($key, 'default', true, $found);
        return [$found === true ? 'found' : 'not found', $value];
    }

    private function counted(): string
    {
        return "{$this->cache->cache_hits} hits, {$this->cache->cache_misses} misses";
    }
}
