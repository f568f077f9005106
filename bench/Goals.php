<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

/**
 * The table of targets: figure, target, and baseline (the figure when the table was made, the mean of two runs of
 * `make bench-reference` on an idle machine). The numbers are only here. null: no target.
 */
final class Goals
{
    /** The version of PHP that all of them belong to. With another one nothing is judged. */
    public const PHP = '8.4';

    /** The corpus that all of them belong to, by Corpus::digest(). With another one nothing is judged. */
    public const CORPUS = '64605e066e1e7720';

    /** Geometric means of Lyo's figures divided by igbinary's: title, values, figure of Measurement, target, baseline. */
    public const MEANS = [
        ['size', Group::All, 'bytes', 0.739, 0.739],
        ['size after zlib 1', Group::All, 'zlib', 0.88, 0.876],
        ['encode', Group::WithoutHooks, 'encode', 0.64, 0.565],
        ['encode', Group::WithHooks, 'encode', 0.95, 0.346],
        ['encode', Group::All, 'encode', null, 0.488],
        ['encode, as built', Group::WithoutHooks, 'built', 0.64, 0.575],
        ['encode, as built', Group::WithHooks, 'built', 0.95, 0.336],
        ['encode, as built', Group::All, 'built', null, 0.489],
        ['encode, caches off', Group::WithoutHooks, 'cold encode', null, 0.728],
        ['encode, caches off', Group::WithHooks, 'cold encode', null, 0.443],
        ['encode, caches off', Group::All, 'cold encode', 0.78, 0.626],
        ['decode', Group::All, 'decode', 0.49, 0.462],
        ['decode', Group::MostlyObjects, 'decode', 0.45, 0.387],
        ['decode, caches off', Group::All, 'cold decode', 0.63, 0.601],
        ['decode, caches off', Group::MostlyObjects, 'cold decode', null, 0.537],
        ['decoded memory', Group::All, 'memory', 0.84, 0.833],
        ['decoded memory, as built', Group::All, 'built memory', null, null],
        ['decoded memory, caches off', Group::All, 'cold memory', null, 0.904],
    ];

    /** The same with one call a turn. */
    public const ONCE = [
        ['one call a turn: encode', Group::WithoutHooks, 'encode', null, 0.894],
        ['one call a turn: encode', Group::WithHooks, 'encode', null, 0.669],
        ['one call a turn: encode', Group::All, 'encode', null, 0.819],
        ['one call a turn: encode, caches off', Group::WithoutHooks, 'cold encode', null, 0.896],
        ['one call a turn: encode, caches off', Group::WithHooks, 'cold encode', null, 0.676],
        ['one call a turn: encode, caches off', Group::All, 'cold encode', null, 0.823],
        ['one call a turn: decode', Group::All, 'decode', null, 0.686],
        ['one call a turn: decode, caches off', Group::All, 'cold decode', null, 0.778],
    ];

    public const SLOW_TO_ENCODE = 'share of values of 1 kB and more that encode over 5 % slower than serialize(), %';

    public const SLOWEST = '  the slowest of them / serialize()';

    public const SLOW_TO_DECODE = 'values of 1 kB and more that decode with over 5 % more instructions than igbinary or unserialize()';

    public const SLOW_TO_DECODE_COLD = '  caches off';

    public const GROWTH_OF_ENCODING = 'growth of encode time, 6,400 rows / 50 rows';

    public const GROWTH_OF_DECODING = 'growth of decode time, 6,400 rows / 50 rows';

    public const LEFT = 'memory left on the caller\'s objects, bytes';

    /** Target, baseline, format of both and of what was measured. */
    public const OTHERS = [
        self::SLOW_TO_ENCODE => [5.0, 3.600, '%.1f'],
        self::SLOWEST => [1.25, 1.350, '%.3f'],
        self::SLOW_TO_DECODE => [0.0, 0.0, '%.0f'],
        self::SLOW_TO_DECODE_COLD => [null, 0.0, '%.0f'],
        self::GROWTH_OF_ENCODING => [1.15, 1.040, '%.3f'],
        self::GROWTH_OF_DECODING => [1.15, 1.040, '%.3f'],
        self::LEFT => [0.0, 0.0, '%.0f'],
    ];

    /** Figures of igbinary.so, divided by those of the installed igbinary unless the title says otherwise: title, target, baseline, format. */
    public const IGBINARY = [
        ['encode time, values as unserialize() makes them', 0.70, 0.677],
        ['encode time, values as an application builds them', 0.70, 0.658],
        ['decode time', 0.77, 0.727],
        ['decoded memory', 0.84, 0.828],
        ['mostly objects: encode time, as unserialize() makes them', null, 0.779],
        ['mostly objects: encode time, as an application builds them', null, 0.741],
        ['mostly objects: decode time', null, 0.695],
        ['mostly objects: decoded memory', null, 0.605],
        ['instructions: encode', null, 0.686],
        ['instructions: encode, as built', null, 0.673],
        ['instructions: decode', null, 0.716],
        ['values of 1 kB or more with more than 1.05 of its instructions: encode', 0.0, 15.0, '%.0f'],
        ['values of 1 kB or more with more than 1.05 of its instructions: built', 0.0, 5.0, '%.0f'],
        ['values of 1 kB or more with more than 1.05 of its instructions: decode', 0.0, 1.000, '%.0f'],
        ['memory left on the caller\'s objects, bytes', 0.0, 0.0, '%.0f'],
        ['encode of one-cjk-character, times the instructions of serialize()', 1.50, 1.183],
        ['encode of html-entities, times the instructions of serialize()', 1.50, 0.866],
    ];

    /** @param array<string, string> $environment of Results::measuredWith() */
    public static function areFor(array $environment): bool
    {
        return str_starts_with($environment['php'] ?? '', self::PHP . '.') && ($environment['manifest'] ?? '') === self::CORPUS;
    }
}
