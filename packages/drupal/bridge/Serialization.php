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
 * "compress", "min_size" and the others. DatabaseBackend has the same settings.
 */
class Serialization implements ObjectAwareSerializationInterface
{
    private static ?Packer $packer = null;
    /** For DatabaseBackend, where plain Drupal misses what it cannot read. */
    private static ?Packer $cachePacker = null;
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
        self::$packer = self::$cachePacker = null;
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
        return self::$packer ??= Settings::packer(self::settings(), self::$logger);
    }

    /** @internal returns the packer for stores in which plain Drupal misses what it cannot read */
    public static function cachePacker(): Packer
    {
        return self::$cachePacker ??= Settings::packer(self::settings(), self::$logger, misses: true);
    }

    /** @return array<mixed> */
    private static function settings(): array
    {
        $settings = self::$configured ?? (class_exists(DrupalSettings::class) ? DrupalSettings::get('lyo', []) : []);
        return is_array($settings) ? $settings : [];
    }
}
