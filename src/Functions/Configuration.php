<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Functions;

use Error;
use InvalidArgumentException;
use Lyo\Envelope\KeyRing;
use Lyo\Envelope\Options;
use Lyo\Functions\Options as LyoOptions;
use Lyo\Wire\Limit;
use SensitiveParameter;

use function array_diff_key;
use function array_flip;
use function array_key_first;
use function filter_var;
use function get_debug_type;
use function is_array;
use function is_float;
use function is_int;
use function is_string;
use function preg_match;

use const FILTER_NULL_ON_FAILURE;
use const FILTER_VALIDATE_BOOL;

/**
 * From a framework's configuration to Options. Numbers and booleans may be text, as variables of the environment are; an empty text is null,
 * but not for "sign".
 *
 * @internal
 */
final class Configuration
{
    /**
     * @param array<mixed> $settings the options of an envelope, by name
     * @param bool $checksum what holds where "checksum" is not set
     *
     * @throws InvalidArgumentException
     */
    public static function options(#[SensitiveParameter] array $settings, bool $checksum = true): Options
    {
        $unknown = array_key_first(array_diff_key($settings, array_flip(Options::NAMES)));
        if ($unknown !== null) {
            throw new InvalidArgumentException("\"$unknown\" is not an option of an envelope");
        }
        $compress = self::setting($settings, 'compress');
        $context = $settings['context'] ?? '';
        $options = new Options(
            checksum: self::flag($settings, 'checksum') ?? $checksum,
            compress: $compress === null || $compress === 'zlib' || $compress === 'zstd' ? $compress : throw self::wrong('compress', 'zlib, zstd or null', $compress),
            level: self::number($settings, 'level'),
            minSize: self::number($settings, 'min_size', 0) ?? Options::MIN_SIZE,
            minRatio: self::ratio($settings),
            sign: self::keys($settings['sign'] ?? null),
            context: is_string($context) ? $context : throw self::wrong('context', 'a string', $context),
            unsignedUntil: self::number($settings, 'unsigned_until'),
            maxUnpacked: self::number($settings, 'max_unpacked', 0) ?? Limit::UNPACKED,
            dictionaries: self::texts($settings, 'dictionaries'),
        );
        if ($options->level !== null || $options->dictionaries !== []) { // all else has been checked
            try {
                LyoOptions::forWriting($options->forWriting());
            } catch (Error $e) { // a level that the compression does not have, or what is no dictionary
                throw new InvalidArgumentException($e->getMessage(), 0, $e);
            }
        }
        return $options;
    }

    /**
     * Returns a setting; null if it is not set, or an empty text.
     *
     * @param array<mixed> $settings
     */
    private static function setting(array $settings, string $name): mixed
    {
        $value = $settings[$name] ?? null;
        return $value === '' ? null : $value;
    }

    /**
     * Returns a setting that is true or false; null if it is not set, or an empty text.
     *
     * @param array<mixed> $settings
     *
     * @throws InvalidArgumentException
     */
    public static function flag(array $settings, string $name): ?bool
    {
        $value = self::setting($settings, $name);
        return $value === null ? null : filter_var($value, FILTER_VALIDATE_BOOL, FILTER_NULL_ON_FAILURE) ?? throw self::wrong($name, 'true or false', $value);
    }

    /**
     * @param array<mixed> $settings
     *
     * @throws InvalidArgumentException
     */
    private static function number(array $settings, string $name, ?int $least = null): ?int
    {
        $value = self::setting($settings, $name);
        if ($value === null) {
            return null;
        }
        $number = is_string($value) && preg_match('/^-?\d{1,18}$/D', $value) === 1 ? (int) $value : $value;
        return is_int($number) && ($least === null || $number >= $least) ? $number : throw self::wrong($name, 'a number or null', $value);
    }

    /** @param array<mixed> $settings */
    private static function ratio(array $settings): float
    {
        $value = self::setting($settings, 'min_ratio') ?? Options::MIN_RATIO;
        $number = is_string($value) && preg_match('/^\d{1,9}(?:\.\d{1,9})?$/D', $value) === 1 ? (float) $value : $value;
        return (is_int($number) || is_float($number)) && $number >= 1 ? (float) $number : throw self::wrong('min_ratio', 'a number, 1 or more', $value);
    }

    /**
     * @param array<mixed> $settings
     *
     * @return list<string>
     */
    private static function texts(array $settings, string $name): array
    {
        $texts = [];
        $value = $settings[$name] ?? [];
        foreach (is_array($value) ? $value : [$value] as $text) {
            $texts[] = is_array($value) && is_string($text) ? $text : throw new InvalidArgumentException("\"$name\" is a list of their bytes, not " . get_debug_type($text));
        }
        return $texts;
    }

    private static function keys(#[SensitiveParameter] mixed $keys): ?KeyRing
    {
        return match (true) {
            $keys === null, $keys instanceof KeyRing => $keys,
            is_array($keys) => new KeyRing($keys),
            default => throw new InvalidArgumentException('"sign" is keys by their names or null, not ' . get_debug_type($keys)),
        };
    }

    private static function wrong(string $name, string $expected, mixed $value): InvalidArgumentException
    {
        return new InvalidArgumentException("\"$name\" is $expected, not " . (is_string($value) ? "\"$value\"" : get_debug_type($value)));
    }
}
