<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

/**
 * The table of targets: what is measured, what it must not exceed, and what it was when the table was made. Its numbers
 * stand nowhere else. null: no target, or a baseline that no run has given yet (`make bench-reference` prints it).
 */
final class Goals
{
    /** The version of PHP that all of them belong to. With another one nothing is judged. */
    public const PHP = '8.4';

    /** Geometric means of what Lyo needs as a part of what igbinary needs: title, values, figure of Measurement, target, baseline. */
    public const MEANS = [
        ['size', Group::All, 'bytes', 0.739, null],
        ['size after zlib 1', Group::All, 'zlib', 0.88, null],
        ['encode', Group::WithoutHooks, 'encode', 0.64, null],
        ['encode', Group::WithHooks, 'encode', 0.95, null],
        ['encode', Group::All, 'encode', null, null],
        ['encode, as built', Group::WithoutHooks, 'built', 0.64, null],
        ['encode, as built', Group::WithHooks, 'built', 0.95, null],
        ['encode, as built', Group::All, 'built', null, null],
        ['encode, caches off', Group::WithoutHooks, 'cold encode', null, null],
        ['encode, caches off', Group::WithHooks, 'cold encode', null, null],
        ['encode, caches off', Group::All, 'cold encode', 0.78, null],
        ['decode', Group::All, 'decode', 0.49, null],
        ['decode', Group::MostlyObjects, 'decode', 0.45, null],
        ['decode, caches off', Group::All, 'cold decode', 0.63, null],
        ['decode, caches off', Group::MostlyObjects, 'cold decode', null, null],
        ['decoded memory', Group::All, 'memory', 0.82, null],
        ['decoded memory, caches off', Group::All, 'cold memory', null, null],
    ];

    /** The same with one call a turn. */
    public const ONCE = [
        ['one call a turn: encode', Group::WithoutHooks, 'encode', null, null],
        ['one call a turn: encode', Group::WithHooks, 'encode', null, null],
        ['one call a turn: encode', Group::All, 'encode', null, null],
        ['one call a turn: encode, caches off', Group::WithoutHooks, 'cold encode', null, null],
        ['one call a turn: encode, caches off', Group::WithHooks, 'cold encode', null, null],
        ['one call a turn: encode, caches off', Group::All, 'cold encode', null, null],
        ['one call a turn: decode', Group::All, 'decode', null, null],
        ['one call a turn: decode, caches off', Group::All, 'cold decode', null, null],
    ];

    public const SLOW_TO_ENCODE = 'values of 1 kB or more that encode slower than 1.05 x serialize(), %';

    public const SLOWEST = '  the slowest of them / serialize()';

    public const SLOW_TO_DECODE = 'values of 1 kB or more that decode slower than 1.05 x igbinary or unserialize(), instructions';

    public const SLOW_TO_DECODE_COLD = '  caches off';

    public const GROWTH_OF_ENCODING = 'growth of encode time, 6,400 rows / 50 rows';

    public const GROWTH_OF_DECODING = 'growth of decode time, 6,400 rows / 50 rows';

    public const LEFT = 'memory left on the caller\'s objects, bytes';

    /** Target, baseline, format of both and of what was measured. */
    public const OTHERS = [
        self::SLOW_TO_ENCODE => [5.0, null, '%.1f'],
        self::SLOWEST => [1.25, null, '%.3f'],
        self::SLOW_TO_DECODE => [0.0, null, '%.0f'],
        self::SLOW_TO_DECODE_COLD => [null, null, '%.0f'],
        self::GROWTH_OF_ENCODING => [1.15, null, '%.3f'],
        self::GROWTH_OF_DECODING => [1.15, null, '%.3f'],
        self::LEFT => [0.0, null, '%.0f'],
    ];

    public static function areFor(string $php): bool
    {
        return str_starts_with($php, self::PHP . '.');
    }
}
