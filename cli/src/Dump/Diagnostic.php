<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

use Lyo\Native\Text as NativeText;
use Lyo\Wire\Limit;

use function implode;
use function is_bool;
use function is_float;
use function is_int;
use function is_string;
use function ord;
use function preg_match;
use function preg_replace_callback;
use function sprintf;
use function strlen;
use function strpos;
use function strtolower;
use function substr;

/** Formats a value in the diagnostic notation of the specification (section 8). */
final class Diagnostic
{
    /** @param bool $sharing print the ordinal of each object before it */
    public static function print(Node $node, bool $sharing): string
    {
        $prefix = $node->reference !== null && $node->kind !== Kind::SameSlot ? "&$node->reference " : '';
        if ($sharing && ($node->kind === Kind::Object || $node->kind === Kind::Custom)) {
            $prefix .= "#$node->ordinal=";
        }
        return $prefix . match ($node->kind) {
            Kind::Scalar => self::scalar($node->value),
            Kind::Array => $node->isList() ? '[' . self::values($node, $sharing) . ']' : self::entries($node, $sharing),
            Kind::Object => self::name($node->class) . self::entries($node, $sharing),
            Kind::Custom => self::name($node->class) . '(' . self::scalar($node->value) . ')',
            Kind::EnumCase => self::name($node->class) . '::' . self::name((string) $node->value),
            Kind::SameObject => "#$node->ordinal",
            Kind::SameSlot => "*$node->reference",
        };
    }

    public static function scalar(int|float|string|bool|null $value): string
    {
        return match (true) {
            $value === null => 'null',
            is_bool($value) => $value ? 'true' : 'false',
            is_int($value) => (string) $value,
            is_float($value) => strtolower(NativeText::literal($value)),
            is_string($value) => self::quote($value),
        };
    }

    /**
     * Formats a key of an array or object, with the visibility of a property.
     *
     * @param string $class class of the object; '' for an array
     */
    public static function key(int|string $key, string $class = ''): string
    {
        if (is_int($key)) {
            return (string) $key;
        }
        $end = $class !== '' && $key !== '' && strlen($key) <= Limit::MANGLED && $key[0] === "\0" ? strpos($key, "\0", 1) : false;
        if ($end === false || $end < 2) {
            return self::quote($key);
        }
        $name = self::quote(substr($key, $end + 1));
        $owner = substr($key, 1, $end - 1);
        return match ($owner) {
            '*' => "protected $name",
            $class => "private $name",
            default => 'private ' . self::name($owner) . " $name",
        };
    }

    /** Formats the name of a class or case, in quotes if it has unusual characters. */
    public static function name(string $name): string
    {
        return preg_match('/[^A-Za-z0-9_\\\\\x80-\xFF]/', $name) === 1 ? self::quote($name) : $name;
    }

    private static function quote(string $bytes): string
    {
        $quoted = preg_replace_callback(
            '/[\x00-\x1F"\\\\\x7F-\xFF]/',
            static fn(array $match): string => $match[0] === '"' || $match[0] === '\\' ? "\\$match[0]" : sprintf('\x%02X', ord($match[0])),
            $bytes,
        );
        return "\"$quoted\"";
    }

    private static function values(Node $node, bool $sharing): string
    {
        $parts = [];
        foreach ($node->entries as [, $value]) {
            $parts[] = self::print($value, $sharing);
        }
        return implode(', ', $parts);
    }

    private static function entries(Node $node, bool $sharing): string
    {
        $parts = [];
        foreach ($node->entries as [$key, $value]) {
            $parts[] = self::key($key, $node->class) . ': ' . self::print($value, $sharing);
        }
        return '{' . implode(', ', $parts) . '}';
    }
}
