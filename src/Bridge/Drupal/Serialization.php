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
 * In the place of Drupal's PhpSerialize, usable before there is a container: reads native, igbinary and lyo with zlib or
 * gzip around each, so also what the modules igbinary and redis have written.
 *
 * The methods are static, as the interface wants it, so the settings are those of the process: $settings['lyo'] in
 * settings.php, with "writes" (native, igbinary or lyo), "classes" (null for all, FALSE for none, or a list), and the
 * options of an envelope for what is written as lyo: "checksum" (TRUE if not set), "compress", "min_size" and the others.
 */
final class Serialization implements ObjectAwareSerializationInterface
{
    private static ?Packer $packer = null;
    private static int $misses = 0;
    private static bool $forCache = false;

    /**
     * Settings without Drupal's Settings, and a logger for what cannot be read. Null: $settings['lyo'] again.
     *
     * @param array<mixed>|null $settings
     */
    public static function configure(#[SensitiveParameter] ?array $settings, ?LoggerInterface $logger = null): void
    {
        self::$packer = $settings === null && $logger === null ? null : Settings::packer($settings ?? self::settings(), $logger);
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
     * @return mixed FALSE, as unserialize() has it, for what cannot be read; misses() has then changed
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

    /** How often decode() could not read something. */
    public static function misses(): int
    {
        return self::$misses;
    }

    /**
     * Runs what reads from a cache or writes to it. Meanwhile decode() cannot read what has a class that does not exist. In other places
     * such an object is a __PHP_Incomplete_Class, as core has it, because their data cannot be made anew. And encode() gives numbers,
     * booleans and NULL a checksum, too; in other places they stay readable for core.
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
        return self::$packer ??= Settings::packer(self::settings());
    }

    /** @return array<mixed> */
    private static function settings(): array
    {
        $settings = class_exists(DrupalSettings::class) ? DrupalSettings::get('lyo', []) : [];
        return is_array($settings) ? $settings : [];
    }
}
