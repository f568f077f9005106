<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure\Report;

use function implode;

/** The colour of each codec, in the report and in the charts of the documents. */
final class Palette
{
    /** On a light page. */
    public const LIGHT = ['native' => '#818b98', 'igbinary' => '#bf8700', 'msgpack' => '#8250df', 'json' => '#0969da', 'lyo' => '#1a7f37'];

    /** On a dark page. */
    public const DARK = ['native' => '#7d8590', 'igbinary' => '#d29922', 'msgpack' => '#ab7df8', 'json' => '#4493f8', 'lyo' => '#3fb950'];

    /**
     * Returns a rule of CSS for each colour: an element of this class has it as "currentColor".
     *
     * @param array<string, string> $colours by class
     */
    public static function css(array $colours): string
    {
        $rules = [];
        foreach ($colours as $class => $colour) {
            $rules[] = ".$class { color: $colour }";
        }

        return implode(' ', $rules);
    }
}
