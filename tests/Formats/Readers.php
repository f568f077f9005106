<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Formats;

use Closure;
use Exception;
use Lyo\Functions\Lyo;

/** A refusal by a reader that has no exceptions for it. */
final class Refusal extends Exception {}

/** The readers that are compared. Options are those of lyo_unserialize(), without "formats". */
final class Readers
{
    /** Readers that test the test. */
    public const FAULTS = ['accepts what is damaged', 'refuses what is valid', 'ignores allowed_classes', 'ignores max_elements', 'changes the value', 'unpacks twice', 'swallows warnings'];

    /**
     * The call under test.
     *
     * @param array<string, mixed> $options
     */
    public static function one(string $data, array $options): mixed
    {
        return \lyo_unserialize($data, [...$options, 'formats' => 'all']);
    }

    /**
     * The same call of the library.
     *
     * @param array<string, mixed> $options
     */
    public static function library(string $data, array $options): mixed
    {
        return Lyo::unserialize($data, [...$options, 'formats' => 'all']);
    }

    /**
     * unserialize() with lyo.unserialize_reads. A refusal has the offset of its message as its code.
     *
     * @param array<string, mixed> $options
     */
    public static function setting(string $data, array $options): mixed
    {
        $refused = null;
        $outer = set_error_handler(static function (int $level, string $message, string $file, int $line) use (&$refused, &$outer): bool {
            if ((error_reporting() & $level) !== 0 && preg_match('/^unserialize\(\): (?:Error at offset (\d+)|Maximum depth)/', $message, $match) === 1) {
                $refused = (int) ($match[1] ?? 0);
                return true;
            }
            return is_callable($outer) && $outer($level, $message, $file, $line) === true;
        });
        try {
            $value = unserialize($data, $options); // @phpstan-ignore argument.type (unserialize() judges the options)
        } finally {
            restore_error_handler();
        }
        return $refused === null || $value !== false ? $value : throw new Refusal('refused', $refused); // hooks may have read other data
    }

    /**
     * The reader of the format that the data begin like. Options that it does not have are ignored.
     *
     * @param array<string, mixed> $options
     */
    public static function own(string $data, array $options, bool $wrapped = false): mixed
    {
        $carried = str_starts_with($data, "\0\0\0\4\xC1");
        return match (true) {
            $carried, str_starts_with($data, "\xC1") => \lyo_unserialize($carried ? substr($data, 4) : $data, $options),
            str_starts_with($data, "\0\0\0") && strlen($data) >= 4 => self::igbinary($data),
            preg_match('/\A(?:[a-zA-Z]:|N;)/', $data) === 1 => self::native($data, $options),
            $wrapped => throw new Refusal('unknown'),
            default => self::own(self::unwrapped($data), $options, true),
        };
    }

    /** @return Closure(string, array<string, mixed>): mixed */
    public static function faulty(string $fault): Closure
    {
        return static function (string $data, array $options) use ($fault): mixed {
            /** @var array<string, mixed> $options */
            $ignored = str_starts_with($fault, 'ignores ') ? substr($fault, 8) : '';
            $other = $options;
            unset($other[$ignored]);
            if ($fault === 'unpacks twice' && str_starts_with($data, 'x')) {
                $inner = @gzuncompress($data);
                $data = is_string($inner) && str_starts_with($inner, 'x') ? $inner : $data;
            }
            try {
                $value = $fault === 'swallows warnings' ? @self::one($data, $other) : self::one($data, $other);
            } catch (Exception $e) {
                return $fault === 'accepts what is damaged' && crc32($data) % 97 === 0 ? null : throw $e;
            }
            return match (true) {
                $fault === 'refuses what is valid' && crc32($data) % 97 === 0 => throw new Refusal('refused'),
                $fault === 'changes the value' && is_array($value) && $value !== [] => array_slice($value, 1, null, true),
                default => $value,
            };
        };
    }

    public static function unwrapped(string $data): string
    {
        $context = str_starts_with($data, "\x1F\x8B\x08") ? inflate_init(ZLIB_ENCODING_GZIP) : (str_starts_with($data, 'x') ? inflate_init(ZLIB_ENCODING_DEFLATE) : false);
        $unpacked = $context === false ? false : @inflate_add($context, $data);
        // gzdecode() accepts some streams without their last bytes
        return $context === false || $unpacked === false || inflate_get_status($context) !== ZLIB_STREAM_END ? throw new Refusal('unknown') : $unpacked;
    }

    /** null is a refusal, or the value. */
    private static function igbinary(string $data): mixed
    {
        $value = igbinary_unserialize($data);
        return $value === null && preg_match('/\A\0\0\0[\1\2]%*\0\z/', $data) !== 1 ? throw new Refusal('refused') : $value;
    }

    /** @param array<string, mixed> $options */
    private static function native(string $data, array $options): mixed
    {
        $value = unserialize($data, array_intersect_key($options, ['allowed_classes' => 1, 'max_depth' => 1])); // @phpstan-ignore argument.type (unserialize() judges the options)
        return $value === false && !str_starts_with($data, 'b:0;') ? throw new Refusal('refused') : $value;
    }
}
