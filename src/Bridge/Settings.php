<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge;

use InvalidArgumentException;
use Lyo\ClassPolicy;
use Lyo\Envelope\Options;
use Lyo\Functions\Configuration;
use Psr\Log\LoggerInterface;
use SensitiveParameter;

use function array_filter;
use function array_flip;
use function array_intersect_key;
use function get_debug_type;
use function is_array;
use function is_bool;
use function is_string;

/**
 * Makes a Packer from the configuration of a framework.
 *
 * @internal
 */
final class Settings
{
    /**
     * @param array<mixed> $settings "writes": a Writes or its name, "native" if it is not set; "every_host_reads": true if every host that shares the
     *        store reads lyo; "classes": null or true for all, false for none, or a list of names; the options of an envelope. Other settings are
     *        ignored, because they are the framework's.
     * @param bool $checksum whether values have a checksum if $settings does not say so
     * @param bool $misses whether a host without Lyo has a miss for lyo in this store. If not, "auto" writes native until "every_host_reads" is true.
     *
     * @throws InvalidArgumentException if one of these settings is wrong
     */
    public static function packer(#[SensitiveParameter] array $settings, ?LoggerInterface $logger = null, bool $checksum = true, bool $misses = false): Packer
    {
        $writes = self::writes($settings);
        $options = array_filter(array_intersect_key($settings, array_flip(Options::NAMES)), static fn(mixed $option): bool => $option !== null);
        $envelope = $options === [] ? new Options($checksum) : Configuration::options($options, $checksum); // most have none, and each class costs time
        $every = $settings['every_host_reads'] ?? false;
        $safe = $misses || (is_bool($every) ? $every : Configuration::flag($settings, 'every_host_reads') ?? false);
        return new Packer($writes->here($safe, $envelope->seals()), self::classes($settings['classes'] ?? null), $logger, $envelope);
    }

    /**
     * Returns the setting "writes"; an empty text, as an empty variable of the environment, is as if it were not set.
     *
     * @param array<mixed> $settings
     *
     * @throws InvalidArgumentException
     */
    public static function writes(#[SensitiveParameter] array $settings): Writes
    {
        $writes = $settings['writes'] ?? Writes::Native;
        return match (true) {
            $writes instanceof Writes => $writes,
            $writes === '' => Writes::Native,
            default => Writes::setting($writes),
        };
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
