<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge;

use InvalidArgumentException;
use Lyo\ClassPolicy;
use Psr\Log\LoggerInterface;

use function get_debug_type;
use function is_array;
use function is_bool;
use function is_int;
use function is_string;
use function preg_match;

/**
 * From a framework's configuration to a Packer.
 *
 * @internal
 */
final class Settings
{
    /**
     * @param array<mixed> $settings "writes": "native" (default), "igbinary" or "lyo"; "compress_above": bytes, also as digits, or null
     *        or "" for never; "checksum": a bool, false where it is not set; "classes": null or true for all, false for none, a list of names
     *
     * @throws InvalidArgumentException
     */
    public static function packer(array $settings, ?LoggerInterface $logger = null): Packer
    {
        $writes = $settings['writes'] ?? 'native';
        $above = $settings['compress_above'] ?? null;
        if (!is_string($writes)) {
            throw new InvalidArgumentException('"writes" is native, igbinary or lyo, not ' . get_debug_type($writes));
        }
        if ($above === '') { // an environment variable that is empty
            $above = null;
        } elseif (is_string($above) && preg_match('/^\d+$/D', $above) === 1) {
            $above = (int) $above;
        }
        if ($above !== null && !is_int($above)) {
            throw new InvalidArgumentException('"compress_above" is a number of bytes or null, not ' . (is_string($above) ? "\"$above\"" : get_debug_type($above)));
        }
        $checksum = $settings['checksum'] ?? false;
        if (!is_bool($checksum)) {
            throw new InvalidArgumentException('"checksum" is true or false, not ' . get_debug_type($checksum));
        }
        return new Packer($writes, self::classes($settings['classes'] ?? null), $above, $logger, $checksum);
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
