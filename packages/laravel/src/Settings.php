<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel;

use Illuminate\Config\Repository;
use Illuminate\Contracts\Container\Container;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Settings as PackerSettings;
use Psr\Log\LoggerInterface;
use SensitiveParameter;

/**
 * The configuration of the package, and packers made from it. A store's own settings go before those of config/lyo.php.
 *
 * @internal
 */
final class Settings
{
    public function __construct(private readonly Container $app) {}

    /**
     * What a store is written as: a setting, not yet a format.
     *
     * @param  array<mixed>  $store  its entry in config/cache.php
     * @return mixed null if the store is left to Laravel
     */
    public function writes(#[SensitiveParameter] array $store): mixed
    {
        return $store['writes'] ?? $this->all()['writes'] ?? null;
    }

    /**
     * Makes the packer of a store.
     *
     * @param  array<mixed>  $store  its entry in config/cache.php
     * @param  mixed  $classes  "serializable_classes" of Laravel: null or true for all, false for none, a list of names
     * @param  bool  $misses  whether plain Laravel has a miss for what it cannot read in this store
     */
    public function packer(#[SensitiveParameter] array $store, mixed $classes = null, bool $misses = false): Packer
    {
        return PackerSettings::packer(['classes' => $classes] + $store + $this->all(), $this->logger(), misses: $misses);
    }

    /**
     * What Laravel allows to come out of caches.
     */
    public function classes(): mixed
    {
        return $this->get('cache.serializable_classes');
    }

    /**
     * Returns config/session.php with the settings of config/lyo.php.
     *
     * @return array<mixed>
     */
    public function session(): array
    {
        $session = $this->get('session');
        $session = is_array($session) ? $session : [];
        $ours = $this->all()['session'] ?? null;
        $writes = $session['writes'] ?? (is_array($ours) ? $ours['writes'] ?? null : null);
        // JSON holds no objects. Laravel 13 has it for this reason, so "auto" does not bring them back.
        $writes ??= ($session['serialization'] ?? 'php') === 'json' ? 'native' : $this->all()['writes'] ?? 'native';

        return ['writes' => $writes] + array_filter($session, static fn (mixed $setting): bool => $setting !== null);
    }

    /**
     * Makes the packer of queued jobs.
     */
    public function queue(): Packer
    {
        $queue = $this->all()['queue'] ?? null;

        return $this->packer(['writes' => is_array($queue) ? $queue['writes'] ?? 'native' : 'native']);
    }

    public function flag(string $name): bool
    {
        return filter_var($this->all()[$name] ?? false, FILTER_VALIDATE_BOOL);
    }

    public function get(string $name): mixed
    {
        return $this->app->make(Repository::class)->get($name);
    }

    public function logger(): ?LoggerInterface
    {
        $logger = $this->app->bound('log') ? $this->app->make('log') : null;

        return $logger instanceof LoggerInterface ? $logger : null;
    }

    /**
     * @return array<mixed> config/lyo.php
     */
    private function all(): array
    {
        $settings = $this->get('lyo');

        return is_array($settings) ? $settings : [];
    }
}
