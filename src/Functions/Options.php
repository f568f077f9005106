<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Functions;

use InvalidArgumentException;
use Lyo\Envelope\Algorithm;
use Lyo\Envelope\Dictionary;
use Lyo\Envelope\KeyRing;
use Lyo\Envelope\Terms;
use Lyo\Wire\Limit;
use SensitiveParameter;
use TypeError;
use ValueError;

use function array_filter;
use function array_values;
use function count;
use function explode;
use function file_get_contents;
use function filter_var;
use function get_debug_type;
use function in_array;
use function ini_get;
use function ini_parse_quantity;
use function is_array;
use function is_bool;
use function is_float;
use function is_int;
use function is_string;
use function max;
use function min;
use function sprintf;
use function strlen;
use function strtolower;

use const FILTER_VALIDATE_BOOL;

/**
 * Options of lyo_serialize() and lyo_unserialize(). They are checked in the same way, and with the same messages, as in the extension.
 *
 * @internal
 */
final class Options
{
    private static ?self $defaults = null;

    /** Levels of nesting; 0 for no limit. */
    public int $maxDepth;
    /** Elements of all arrays and objects together; 0 for no limit. */
    public int $maxElements;
    /** @var array<string, true>|null names of the allowed classes in lower case; null if all classes are allowed */
    public ?array $allowed = null;
    /** Whether a class that is missing or not allowed causes an exception, and not an incomplete object. */
    public bool $throwMissing = false;
    /** @var list<string>|null formats that are read, see Formats; null: lyo, and nothing around it */
    public ?array $formats = null;
    public readonly Terms $envelope;

    /** @param string $function name for error messages */
    private function __construct(private readonly string $function)
    {
        $this->maxDepth = self::setting('lyo.max_depth', Limit::DEPTH);
        $this->maxElements = self::setting('lyo.max_elements', 0);
        $this->envelope = self::terms();
    }

    /** @param array<mixed> $options */
    public static function forWriting(#[SensitiveParameter] array $options): self
    {
        if ($options === [] && ($defaults = self::$defaults ?? self::defaults()) !== null) {
            return $defaults;
        }
        $checked = new self('lyo_serialize');
        $envelope = $checked->envelope;
        foreach ($options as $name => $value) {
            match ($name) {
                'max_depth' => $checked->maxDepth = $checked->count($name, $value),
                'checksum' => $envelope->checksum = is_bool($value) ? $value : throw $checked->wrongType($name, 'bool', $value),
                'compress' => $envelope->compress = $checked->algorithm($value),
                'level' => $envelope->level = is_int($value) ? $value : throw $checked->wrongType($name, 'int', $value),
                'min_size' => $envelope->minSize = $checked->count($name, $value),
                'min_ratio' => $envelope->minRatio = $checked->ratio($value),
                'dictionaries' => $envelope->dictionaries = $checked->dictionaries($value),
                'sign' => $envelope->sign = $checked->ring($value),
                'context' => $envelope->context = $checked->text($name, $value),
                default => throw $checked->unknown($name),
            };
        }
        $checked->checkLevel(isset($options['level']));
        return $checked;
    }

    /** @param array<mixed> $options */
    public static function forReading(#[SensitiveParameter] array $options): self
    {
        if ($options === [] && ($defaults = self::$defaults ?? self::defaults()) !== null) {
            return $defaults;
        }
        $checked = new self('lyo_unserialize');
        foreach ($options as $name => $value) {
            match ($name) {
                'allowed_classes' => $checked->allowed = $checked->classes($value),
                'max_depth' => $checked->maxDepth = $checked->count($name, $value),
                'max_elements' => $checked->maxElements = $checked->count($name, $value),
                'missing_class' => $checked->throwMissing = $checked->throws($value),
                'checksum' => $checked->envelope->required = is_bool($value) ? $value : throw $checked->wrongType($name, 'bool', $value),
                'max_unpacked' => $checked->envelope->maxUnpacked = $checked->count($name, $value),
                'dictionaries' => $checked->envelope->dictionaries = $checked->dictionaries($value),
                'sign' => $checked->envelope->sign = $checked->ring($value),
                'context' => $checked->envelope->context = $checked->text($name, $value),
                'unsigned_until' => $checked->envelope->unsignedUntil = is_int($value) || $value === null ? (int) $value : throw $checked->wrongType($name, '?int', $value),
                'formats' => $checked->formats = $checked->formats($value),
                default => throw $checked->unknown($name),
            };
        }
        return $checked;
    }

    /** Returns the options for a call without options; null if the extension is loaded. Without it there are no settings, so one object serves all calls. */
    private static function defaults(): ?self
    {
        return ini_get('lyo.max_depth') !== false ? null : self::$defaults = new self('');
    }

    public function allows(string $class): bool
    {
        return $this->allowed === null || isset($this->allowed[strtolower($class)]);
    }

    /** Returns the terms of envelopes: from the settings of the extension if it is loaded, otherwise the defaults. */
    private static function terms(): Terms
    {
        $terms = new Terms();
        if (ini_get('lyo.max_depth') !== false) {
            $terms->checksum = filter_var(ini_get('lyo.checksum'), FILTER_VALIDATE_BOOL);
            $terms->compress = Algorithm::named((string) ini_get('lyo.compress'));
            $terms->minSize = ini_parse_quantity((string) ini_get('lyo.min_size'));
            $terms->minRatio = (float) ini_get('lyo.min_ratio');
            $level = (string) ini_get('lyo.level');
            $terms->level = $level === '' ? null : (int) $level;
            $terms->dictionaries = self::dictionariesOf((string) ini_get('lyo.dictionaries'));
            $terms->maxUnpacked = ini_parse_quantity((string) ini_get('lyo.max_unpacked'));
        }
        return $terms;
    }

    /**
     * Reads the dictionaries that the setting lyo.dictionaries names. A file that cannot be read is left out.
     *
     * @param string $paths paths, separated by PATH_SEPARATOR
     *
     * @return list<Dictionary>
     */
    private static function dictionariesOf(string $paths): array
    {
        $dictionaries = [];
        foreach ($paths === '' ? [] : explode(PATH_SEPARATOR, $paths) as $path) {
            $bytes = $path === '' ? false : file_get_contents($path);
            if ($bytes !== false) {
                $dictionaries[] = new Dictionary($bytes);
            }
        }
        return $dictionaries;
    }

    private static function setting(string $name, int $default): int
    {
        $value = ini_get($name);
        return $value === false ? $default : max(0, (int) $value);
    }

    private function unknown(int|string $name): ValueError
    {
        return new ValueError(sprintf('%s(): Unknown option "%s"', $this->function, is_string($name) ? $name : ''));
    }

    private function wrongType(string $option, string $expected, #[SensitiveParameter] mixed $value): TypeError
    {
        return new TypeError(sprintf('%s(): Option "%s" must be of type %s, %s given', $this->function, $option, $expected, get_debug_type($value)));
    }

    private function count(string $option, mixed $value): int
    {
        if (!is_int($value)) {
            throw $this->wrongType($option, 'int', $value);
        }
        if ($value < 0) {
            throw new ValueError(sprintf('%s(): Option "%s" must be greater than or equal to 0', $this->function, $option));
        }
        return $value;
    }

    private function text(string $option, mixed $value): string
    {
        return is_string($value) ? $value : throw $this->wrongType($option, 'string', $value);
    }

    private function algorithm(mixed $value): ?Algorithm
    {
        if ($value === null) {
            return null;
        }
        if (!is_string($value)) {
            throw $this->wrongType('compress', '?string', $value);
        }
        return Algorithm::named($value) ?? throw new ValueError(sprintf('%s(): Option "compress" must be either "zlib" or "zstd"', $this->function));
    }

    private function ratio(mixed $value): float
    {
        if (!is_int($value) && !is_float($value)) {
            throw $this->wrongType('min_ratio', 'int|float', $value);
        }
        return $value >= 1 ? (float) $value : throw new ValueError(sprintf('%s(): Option "min_ratio" must be greater than or equal to 1', $this->function));
    }

    private function ring(#[SensitiveParameter] mixed $value): ?KeyRing
    {
        if ($value === null) {
            return null;
        }
        if (!is_array($value)) {
            throw $this->wrongType('sign', '?array', $value);
        }
        try {
            return new KeyRing($value);
        } catch (InvalidArgumentException) {
            throw new ValueError(sprintf('%s(): Option "sign" must be an array of name => key, with keys of at least %d bytes and names of 1 to %d bytes', $this->function, KeyRing::LEAST_KEY, Limit::KEY_ID));
        }
    }

    /** @return list<Dictionary> */
    private function dictionaries(mixed $value): array
    {
        if (!is_array($value)) {
            throw $this->wrongType('dictionaries', 'array', $value);
        }
        $dictionaries = [];
        foreach ($value as $bytes) {
            if (!is_string($bytes) || strlen($bytes) < Dictionary::LEAST) {
                throw new ValueError(sprintf('%s(): Option "dictionaries" must be an array of strings of at least %d bytes', $this->function, Dictionary::LEAST));
            }
            $dictionaries[] = new Dictionary($bytes);
        }
        return $dictionaries;
    }

    /** Checks the level against its algorithm. A level from the setting may be meant for another one: if it is too low, the default is used, and if it is too high, the highest. */
    private function checkLevel(bool $given): void
    {
        $level = $this->envelope->level;
        $algorithm = $this->envelope->compress;
        if (!$given && $level !== null && $algorithm !== null) {
            $this->envelope->level = $level = $level < $algorithm->leastLevel() ? null : min($level, $algorithm->mostLevel());
        }
        if ($level !== null && $algorithm !== null && ($level < $algorithm->leastLevel() || $level > $algorithm->mostLevel())) {
            throw new ValueError(sprintf('%s(): Option "level" must be between %d and %d for "%s"', $this->function, $algorithm->leastLevel(), $algorithm->mostLevel(), $algorithm->name()));
        }
    }

    /** @return array<string, true>|null as $allowed */
    private function classes(mixed $value): ?array
    {
        if (is_bool($value)) {
            return $value ? null : [];
        }
        if (!is_array($value)) {
            throw $this->wrongType('allowed_classes', 'array|bool', $value);
        }
        $classes = [];
        foreach ($value as $class) {
            if (!is_string($class)) {
                throw $this->wrongType('allowed_classes', 'array of class names', $class);
            }
            $classes[strtolower($class)] = true;
        }
        return $classes;
    }

    /** @return list<string> */
    private function formats(mixed $value): array
    {
        if (!is_array($value) && !is_string($value)) {
            throw $this->wrongType('formats', 'array|string', $value);
        }
        $formats = $value === 'all' ? Formats::ALL : (is_array($value) ? array_values(array_filter($value, static fn(mixed $name): bool => in_array($name, Formats::ALL, true))) : []);
        if ($formats === [] || is_array($value) && count($formats) !== count($value)) {
            throw new ValueError(sprintf('%s(): Option "formats" must be either "all" or a list of at least one of "lyo", "igbinary" and "native"', $this->function));
        }
        return $formats;
    }

    private function throws(mixed $value): bool
    {
        if (!is_string($value)) {
            throw $this->wrongType('missing_class', 'string', $value);
        }
        return match ($value) {
            'throw' => true,
            'incomplete' => false,
            default => throw new ValueError(sprintf('%s(): Option "missing_class" must be either "incomplete" or "throw"', $this->function)),
        };
    }
}
