<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use LogicException;
use Lyo\Tools\Measure\Report\Palette;

/** Each codec has one colour in all charts, that of the report of `lyo measure`. Its variants have lighter shades, in their order. */
final class Colours
{
    /** What the report does not have. */
    private const LIGHT = ['export' => '#cf222e', 'wddx' => '#bf3989', 'nothing' => '#1f2328'];
    private const DARK = ['export' => '#f85149', 'wddx' => '#db61a2', 'nothing' => '#e6edf3'];

    private const CLASSES = [
        'serialize()' => 'native', 'igbinary' => 'igbinary', 'msgpack' => 'msgpack', 'JSON' => 'json', 'Lyo' => 'lyo',
        'var_export()' => 'export', 'WDDX' => 'wddx', 'nothing' => 'nothing',
    ];

    private const SHADES = [1.0, 0.7, 0.5, 0.35];

    public static function css(): string
    {
        return Palette::css(Palette::LIGHT + self::LIGHT) . ' @media (prefers-color-scheme: dark) { ' . Palette::css(Palette::DARK + self::DARK) . ' }';
    }

    /**
     * Attributes for elements that are drawn in "currentColor".
     *
     * @param list<string> $names of series: a codec, or a codec and its variant as in "igbinary, zlib 6"
     * @return array<string, string> by name
     */
    public static function of(array $names): array
    {
        $attributes = $variants = [];
        foreach (array_unique($names) as $name) {
            $codec = explode(', ', $name)[0];
            $class = self::CLASSES[$codec] ?? throw new LogicException("$codec has no colour");
            $variants[$class] = ($variants[$class] ?? -1) + 1;
            $shade = self::SHADES[$variants[$class]] ?? throw new LogicException("$codec has more variants than there are shades");
            $attributes[$name] = "class=\"$class\"" . ($shade < 1.0 ? " opacity=\"$shade\"" : '');
        }

        return $attributes;
    }
}
