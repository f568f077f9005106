<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Lyo\Wire\Limit;
use TypeError;
use ValueError;

use function extension_loaded;
use function get_debug_type;
use function ini_get;
use function is_array;
use function is_bool;
use function is_int;
use function is_string;
use function max;
use function sprintf;
use function strtolower;

/**
 * The option arrays of lyo_serialize() and lyo_unserialize(), checked as the extension does.
 *
 * @internal
 */
final class Options
{
    private static ?self $defaults = null;

    public int $maxDepth;
    public int $maxElements;
    /** @var array<string, true>|null lower-case names; null for all classes */
    public ?array $allowed = null;
    public bool $throwMissing = false;

    private function __construct(private readonly string $function)
    {
        $this->maxDepth = self::setting('lyo.max_depth', Limit::DEPTH);
        $this->maxElements = self::setting('lyo.max_elements', 0);
    }

    /** @param array<mixed> $options */
    public static function forWriting(array $options): self
    {
        if ($options === [] && !extension_loaded('lyo')) {
            return self::$defaults ??= new self('lyo_serialize'); // without the extension there are no settings
        }
        $checked = new self('lyo_serialize');
        foreach ($options as $name => $value) {
            if ($name !== 'max_depth') {
                throw $checked->unknown($name);
            }
            $checked->maxDepth = $checked->count($name, $value);
        }
        return $checked;
    }

    /** @param array<mixed> $options */
    public static function forReading(array $options): self
    {
        if ($options === [] && !extension_loaded('lyo')) {
            return self::$defaults ??= new self('lyo_unserialize');
        }
        $checked = new self('lyo_unserialize');
        foreach ($options as $name => $value) {
            match ($name) {
                'allowed_classes' => $checked->allowed = $checked->classes($value),
                'max_depth' => $checked->maxDepth = $checked->count($name, $value),
                'max_elements' => $checked->maxElements = $checked->count($name, $value),
                'missing_class' => $checked->throwMissing = $checked->throws($value),
                default => throw $checked->unknown($name),
            };
        }
        return $checked;
    }

    public function allows(string $class): bool
    {
        return $this->allowed === null || isset($this->allowed[strtolower($class)]);
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

    private function wrongType(string $option, string $expected, mixed $value): TypeError
    {
        // as the engine names types in such messages
        $type = match (true) {
            is_bool($value) => 'bool',
            default => get_debug_type($value),
        };
        return new TypeError(sprintf('%s(): Option "%s" must be of type %s, %s given', $this->function, $option, $expected, $type));
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

    /** @return array<string, true>|null */
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
