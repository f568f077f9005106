<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Dump;

use function count;
use function is_string;
use function strlen;
use function substr;

/** Prints a value as an indented tree, one entry a line. */
final class Tree
{
    /** Longer strings are cut. */
    private const WIDTH = 120;

    public static function print(Node $node, bool $sharing): string
    {
        return self::lines($node, $sharing, '') . "\n";
    }

    private static function lines(Node $node, bool $sharing, string $indent): string
    {
        $text = self::mark($node, $sharing) . self::head($node);
        $list = $node->kind === Kind::Array && $node->isList();
        foreach ($node->entries as [$key, $value]) {
            $label = $list ? "[$key]" : Diagnostic::key($key, $node->class) . ':';
            $text .= "\n$indent  $label " . self::lines($value, $sharing, "$indent  ");
        }
        return $text;
    }

    private static function mark(Node $node, bool $sharing): string
    {
        $mark = $node->reference !== null && $node->kind !== Kind::SameSlot ? "&$node->reference " : '';
        return $sharing && ($node->kind === Kind::Object || $node->kind === Kind::Custom) ? "$mark#$node->ordinal=" : $mark;
    }

    private static function head(Node $node): string
    {
        $count = count($node->entries);
        return match ($node->kind) {
            Kind::Array => ($node->isList() ? 'list' : 'map') . " of $count",
            Kind::Object => Diagnostic::name($node->class) . " of $count",
            Kind::Custom => Diagnostic::name($node->class) . ' with a payload: ' . self::short($node->value),
            Kind::Scalar => self::short($node->value),
            default => Diagnostic::print($node, false),
        };
    }

    private static function short(int|float|string|bool|null $value): string
    {
        if (!is_string($value) || strlen($value) <= self::WIDTH) {
            return Diagnostic::scalar($value);
        }
        return Diagnostic::scalar(substr($value, 0, self::WIDTH)) . '… (' . strlen($value) . ' bytes)';
    }
}
