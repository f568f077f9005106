<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Policy;

use function chr;
use function extension_loaded;
use function implode;
use function sprintf;
use function strlen;

/**
 * ['k' => something that tries to get around a class policy], of each kind, in the formats of Lyo, igbinary and PHP. ALLOWED is the policy: it has neither Gadget, whose
 * hook would be seen, nor Absent, which an autoloader would be asked for, nor the enum Present.
 */
final class Kinds
{
    public const ALLOWED = ['Old', 'Fibered', 'GMP', 'Ds\Vector'];
    public const GMP = 'C code: GMP';
    public const DS = 'C code: Ds';
    public const ENUM = 'enum';
    public const LOADED_ENUM = 'enum, loaded';
    public const FIBER = 'fiber';
    public const NESTED = 'nested call';
    /** What must come of each: the value is refused, or the Gadget in it becomes an incomplete object. */
    public const EXPECTED = [self::GMP => 'refused', self::DS => 'refused', self::ENUM => 'refused', self::LOADED_ENUM => 'refused', self::FIBER => 'incomplete', self::NESTED => 'incomplete'];
    /** The Debian packages that have the classes with C code. */
    public const PACKAGES = [self::GMP => ['gmp', 'php-gmp'], self::DS => ['ds', 'php-ds']];
    /** How many kinds need no package. */
    public const WITHOUT_PACKAGES = 4;

    /** The definition of a map with the key "k". */
    private const KEY = "\x01\x01\xA5k";
    private const GADGET = 'O:6:"Gadget":1:{s:1:"a";i:1;}';

    /** @return array<string, array{lyo: string, igbinary: string, native: string}> */
    public static function all(): array
    {
        return [
            self::GMP => self::custom('GMP', 's:1:"5";a:1:{s:1:"x";' . self::GADGET . '}'),
            self::DS => self::custom('Ds\Vector', self::GADGET),
            self::ENUM => self::enumCase('Absent', 'a'),
            self::LOADED_ENUM => self::enumCase('Present', 'Here'),
            self::FIBER => self::custom('Fibered', self::GADGET),
            self::NESTED => self::custom('Old', 'C:3:"Old":' . strlen(self::GADGET) . ':{' . self::GADGET . '}'),
        ];
    }

    /** The package that this PHP would need for the kind, or null. */
    public static function missing(string $kind): ?string
    {
        [$module, $package] = self::PACKAGES[$kind] ?? [null, null];

        return $module === null || extension_loaded($module) ? null : $package;
    }

    /** @return array{lyo: string, igbinary: string, native: string} ['k' => an object of a class that reads its own payload] */
    private static function custom(string $class, string $payload): array
    {
        return [
            'lyo' => self::payload("\x61\x62" . self::text($payload), [self::KEY, "\x04" . self::text($class)]),
            'igbinary' => "\0\0\0\x02\x14\x01\x11\x01k\x17" . chr(strlen($class)) . $class . "\x1d" . chr(strlen($payload)) . $payload,
            'native' => sprintf('a:1:{s:1:"k";C:%d:"%s":%d:{%s}}', strlen($class), $class, strlen($payload), $payload),
        ];
    }

    /** @return array{lyo: string, igbinary: string, native: string} ['k' => a case of an enum] */
    private static function enumCase(string $enum, string $case): array
    {
        return [
            'lyo' => self::payload("\x61\x62", [self::KEY, "\x05" . self::text($enum) . self::text($case)]),
            'igbinary' => "\0\0\0\x02\x14\x01\x11\x01k\x17" . chr(strlen($enum)) . $enum . "\x27\x11" . chr(strlen($case)) . $case,
            'native' => sprintf('a:1:{s:1:"k";E:%d:"%s:%s";}', strlen("$enum:$case"), $enum, $case),
        ];
    }

    /** A string of 1 to 255 bytes in the format of Lyo. */
    private static function text(string $text): string
    {
        return match (true) {
            strlen($text) === 1 => "\xA5$text",
            strlen($text) <= 33 => chr(63 + strlen($text)) . $text,
            default => "\xC0" . chr(strlen($text)) . $text,
        };
    }

    /** @param list<string> $definitions */
    private static function payload(string $body, array $definitions): string
    {
        $preamble = implode('', $definitions);

        return "\xC1\x18" . chr(strlen($preamble)) . $preamble . $body;
    }
}
