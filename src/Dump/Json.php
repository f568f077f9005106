<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Dump;

use function array_map;
use function base64_encode;
use function is_finite;
use function is_float;
use function is_string;
use function json_encode;
use function preg_match;
use function str_starts_with;

/**
 * Prints a value as JSON for other programs. Scalars and arrays are themselves; what JSON has no form for is an object
 * with one key that begins with "@": @object, @custom, @case, @same, @reference, @use, @float, @base64, @map.
 */
final class Json
{
    public static function print(Node $node): string
    {
        $json = json_encode(
            self::node($node),
            JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR,
            1 << 20,
        );
        return "$json\n";
    }

    private static function node(Node $node): mixed
    {
        $plain = self::plain($node);
        return $node->reference !== null && $node->kind !== Kind::SameSlot ? ['@reference' => $node->reference, 'value' => $plain] : $plain;
    }

    private static function plain(Node $node): mixed
    {
        return match ($node->kind) {
            Kind::Scalar => self::scalar($node->value),
            Kind::Array => self::array($node),
            Kind::Object => ['@object' => self::scalar($node->class), 'ordinal' => $node->ordinal, 'state' => self::entries($node)],
            Kind::Custom => ['@custom' => self::scalar($node->class), 'ordinal' => $node->ordinal, 'payload' => self::scalar($node->value)],
            Kind::EnumCase => ['@case' => Diagnostic::print($node, false)],
            Kind::SameObject => ['@same' => $node->ordinal],
            Kind::SameSlot => ['@use' => $node->reference],
        };
    }

    private static function scalar(int|float|string|bool|null $value): mixed
    {
        if (is_string($value) && preg_match('//u', $value) !== 1) {
            return ['@base64' => base64_encode($value)];
        }
        return is_float($value) && !is_finite($value) ? ['@float' => Diagnostic::scalar($value)] : $value;
    }

    private static function array(Node $node): mixed
    {
        if ($node->isList()) {
            return array_map(static fn(array $entry): mixed => self::node($entry[1]), $node->entries);
        }
        $map = [];
        foreach ($node->entries as [$key, $value]) {
            if (preg_match('//u', (string) $key) !== 1 || str_starts_with((string) $key, '@')) {
                return ['@map' => self::entries($node)];
            }
            $map[$key] = self::node($value);
        }
        return (object) $map;
    }

    /** @return list<array{key: mixed, value: mixed}> */
    private static function entries(Node $node): array
    {
        return array_map(
            static fn(array $entry): array => [
                'key' => self::scalar($node->class !== '' ? Diagnostic::key($entry[0], $node->class) : $entry[0]),
                'value' => self::node($entry[1]),
            ],
            $node->entries,
        );
    }
}
