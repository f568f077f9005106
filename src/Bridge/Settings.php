<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge;

use InvalidArgumentException;
use Lyo\ClassPolicy;
use Lyo\Functions\Configuration;
use Psr\Log\LoggerInterface;
use SensitiveParameter;

use function array_flip;
use function array_intersect_key;
use function get_debug_type;
use function is_array;
use function is_string;
use function trigger_error;

use const E_USER_DEPRECATED;

/**
 * Makes a Packer from the configuration of a framework.
 *
 * @internal
 */
final class Settings
{
    /**
     * @param array<mixed> $settings "writes": "native" (default), "igbinary" or "lyo"; "classes": null or true for all, false for none, or a list of
     *        names; the options of an envelope; "compress_above" of former versions. Other settings are ignored, because they are the framework's.
     * @param bool $checksum whether values have a checksum if $settings does not say so
     *
     * @throws InvalidArgumentException if one of these settings is wrong
     */
    public static function packer(#[SensitiveParameter] array $settings, ?LoggerInterface $logger = null, bool $checksum = true): Packer
    {
        $writes = $settings['writes'] ?? 'native';
        if (!is_string($writes)) {
            throw new InvalidArgumentException('"writes" is native, igbinary or lyo, not ' . get_debug_type($writes));
        }
        $above = Configuration::number($settings, 'compress_above', 0);
        if ($above !== null) {
            $settings += self::above('compress_above', $above);
        }
        $envelope = Configuration::options(array_intersect_key($settings, array_flip(Configuration::NAMES)), $checksum);
        return new Packer($writes, self::classes($settings['classes'] ?? null), null, $logger, $envelope);
    }

    /**
     * Turns the threshold for compression of former versions into options of an envelope. It reports the old option as deprecated.
     *
     * @param string $name name of the old option, for the message
     * @param int $above longest value, in bytes, that is not compressed
     *
     * @return array{compress: 'zlib', min_size: int}
     */
    public static function above(string $name, int $above): array
    {
        @trigger_error("Lyo: \"$name\" is deprecated, use \"compress\" with \"min_size\". What is written as native or igbinary is no longer compressed", E_USER_DEPRECATED);
        return ['compress' => 'zlib', 'min_size' => $above + 1];
    }

    private static function classes(mixed $classes): ?ClassPolicy
    {
        if ($classes === null || $classes === true) {
            return null;
        }
        if ($classes === false) {
            return ClassPolicy::none();
        }
        $names = [];
        foreach (is_array($classes) ? $classes : [$classes] as $class) {
            $names[] = is_string($class) && is_array($classes) ? $class : throw new InvalidArgumentException('Classes are a list of names, false or null, not ' . get_debug_type($class));
        }
        return ClassPolicy::only(...$names);
    }
}
