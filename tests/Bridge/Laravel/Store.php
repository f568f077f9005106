<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Laravel;

use Closure;
use ErrorException;
use Illuminate\Cache\Repository;
use Lyo\Serializer;
use Lyo\Tests\Bridge\Subject;
use Throwable;

/** One of Laravel's cache stores, and ours in its place. */
final class Store implements Subject
{
    /**
     * @param array<string, mixed> $config an entry of "cache.stores"
     * @param Closure(string): string $read the bytes of a key in the store
     * @param Closure(string, string): void $write other bytes for a key
     */
    public function __construct(
        private readonly string $name,
        private readonly Site $site,
        private readonly array $config,
        private readonly Closure $read,
        private readonly Closure $write,
    ) {}

    public function name(): string
    {
        return $this->name;
    }

    public function store(string $writer, string $key, mixed $value): bool
    {
        $this->cache($writer)->forget($key); // MariaDB does not count unchanged rows, and Laravel treats that as a failure
        return $this->cache($writer)->put($key, $value, 3600);
    }

    public function fetch(string $reader, string $key): array
    {
        $bytes = $this->bytes($key);
        try {
            $value = $reader === self::PLAIN ? self::asLaravel(fn(): mixed => $this->cache($reader)->get($key)) : $this->cache($reader)->get($key);
        } catch (ErrorException $e) {
            if ($reader !== self::PLAIN) {
                throw $e;
            }
            return []; // the page fails until the item is forgotten
        } finally {
            if ($reader === self::PLAIN && $this->bytes($key) === '') {
                $this->replace($key, $bytes); // Laravel deletes a file that it cannot read, so restore it for the next reader
            }
        }
        if ($value !== null) {
            return [$value];
        }
        // null is Laravel's miss, and the only value that is one
        try {
            return $reader !== self::PLAIN && @(new Serializer())->decode($bytes) === null || $bytes === 'N;' ? [null] : [];
        } catch (Throwable) {
            return []; // damaged, or refused by a hook
        }
    }

    public function bytes(string $key): string
    {
        return ($this->read)($key);
    }

    public function replace(string $key, string $bytes): void
    {
        ($this->write)($key, $bytes);
    }

    public function cache(string $writer): Repository
    {
        if ($writer === self::PLAIN) {
            return $this->site->cache($this->config);
        }
        [$format, $zlib] = [...explode('+', $writer), null];
        $driver = is_string($this->config['driver']) ? $this->config['driver'] : '';
        return $this->site->cache(['driver' => $driver, 'writes' => $format, 'compress' => $zlib, 'min_size' => 100] + $this->config);
    }

    public function signed(): Repository
    {
        $driver = is_string($this->config['driver']) ? $this->config['driver'] : '';
        return $this->site->cache(['driver' => $driver, 'writes' => 'lyo', 'sign' => ['key' => str_repeat('k', 16)]] + $this->config);
    }

    /** Laravel makes exceptions of notices. */
    private static function asLaravel(Closure $do): mixed
    {
        set_error_handler(static fn(int $level, string $message): bool => (error_reporting() & $level) === 0 ? false : throw new ErrorException($message, 0, $level));
        $reported = error_reporting(E_ALL); // whatever the caller silences
        try {
            return $do();
        } finally {
            error_reporting($reported);
            restore_error_handler();
        }
    }
}
