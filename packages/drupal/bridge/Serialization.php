<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Drupal;

use Drupal\Component\Serialization\ObjectAwareSerializationInterface;
use Drupal\Core\Site\Settings as DrupalSettings;
use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Settings;
use Lyo\Exception\LyoException;
use Psr\Log\LoggerInterface;
use SensitiveParameter;

use function class_exists;
use function is_array;
use function is_string;

/**
 * Replaces Drupal's PhpSerialize in key-value stores and in the module redis. It can be used before there is a container. It reads native, igbinary
 * and lyo, each also compressed with zlib or gzip, and so also what the modules igbinary and redis have written.
 *
 * The interface has static methods, so the settings are the same for the whole process. They are $settings['lyo'] in settings.php:
 * "writes" (auto, native, igbinary or lyo), "every_host_reads" (TRUE if each server has these classes; until then, "auto" is native here),
 * "classes" (null for all, FALSE for none, or a list), and the options of an envelope for what is written as lyo: "checksum" (TRUE if not set),
 * "compress", "min_size" and the others. DatabaseBackend has the same settings, and "compress_bins" (bin => zlib, zstd or none) for
 * single bins. "level" is 6 for zlib and 3 for zstd if it is not set.
 */
class Serialization implements ObjectAwareSerializationInterface
{
    /** What caches have is read more often than it is written, and higher levels are read as fast. The module's README has the figures. */
    private const LEVELS = ['zlib' => 6, 'zstd' => 3];

    private static ?Packer $packer = null;
    /** @var array<string, Packer> for DatabaseBackend, where plain Drupal misses what it cannot read: by compression, '' for that of all bins */
    private static array $cachePackers = [];
    /** @var array<mixed>|null what configure() has set */
    private static ?array $configured = null;
    private static ?LoggerInterface $logger = null;
    private static int $misses = 0;
    private static bool $forCache = false;

    /**
     * Sets the settings, instead of those of Drupal, and a logger for data that cannot be read.
     *
     * @param array<mixed>|null $settings null for $settings['lyo'] of settings.php
     */
    public static function configure(#[SensitiveParameter] ?array $settings, ?LoggerInterface $logger = null): void
    {
        self::$configured = $settings;
        self::$logger = $logger;
        self::$packer = null;
        self::$cachePackers = [];
        $settings === null || self::packer(); // wrong settings are told here
    }

    /**
     * @param mixed $data
     *
     * @throws LyoException if the format cannot hold the value
     */
    public static function encode($data): string
    {
        return self::packer()->pack($data, all: self::$forCache);
    }

    /**
     * @param mixed $raw
     *
     * @return mixed FALSE for data that cannot be read, as unserialize() returns; misses() is then higher
     */
    public static function decode($raw): mixed
    {
        try {
            return self::packer()->unpack(is_string($raw) ? $raw : '', self::$forCache);
        } catch (Miss) {
            self::$misses++;
            return false;
        }
    }

    public static function getFileExtension(): string
    {
        return 'serialized';
    }

    /** Returns how many times decode() could not read its data. */
    public static function misses(): int
    {
        return self::$misses;
    }

    /**
     * Calls a function that reads from a cache or writes to it. During the call, decode() refuses data with a class that does not exist. Outside
     * of caches the data cannot be computed again, so such an object becomes a __PHP_Incomplete_Class, as in core. Also during the call, encode()
     * writes numbers, booleans and NULL with a checksum. Outside of caches core can read them.
     *
     * @template T
     * @param callable(): T $do
     * @return T
     */
    public static function forCache(callable $do): mixed
    {
        $before = self::$forCache;
        self::$forCache = true;
        try {
            return $do();
        } finally {
            self::$forCache = $before;
        }
    }

    private static function packer(): Packer
    {
        return self::$packer ??= self::make(self::settings(), false);
    }

    /**
     * @internal returns the packer for stores in which plain Drupal misses what it cannot read
     *
     * @param string $bin whose compression it has; it reads those of all others, too
     */
    public static function cachePacker(string $bin = ''): Packer
    {
        $bins = $bin === '' ? null : self::settings()['compress_bins'] ?? null;
        $compress = is_array($bins) && is_string($bins[$bin] ?? null) ? $bins[$bin] : '';
        $only = $compress === '' ? [] : ['compress' => $compress === 'none' ? null : $compress];
        return self::$cachePackers[$compress] ??= self::make($only + self::settings(), true);
    }

    /** @param array<mixed> $settings */
    private static function make(#[SensitiveParameter] array $settings, bool $misses): Packer
    {
        $compress = $settings['compress'] ?? null;
        $settings['level'] ??= is_string($compress) ? self::LEVELS[$compress] ?? null : null;
        return Settings::packer($settings, self::$logger, misses: $misses);
    }

    /** @return array<mixed> */
    private static function settings(): array
    {
        $settings = self::$configured ?? (class_exists(DrupalSettings::class) ? DrupalSettings::get('lyo', []) : []);
        return is_array($settings) ? $settings : [];
    }
}
