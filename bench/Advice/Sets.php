<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Advice;

use Lyo\Bench\Envelope\Values;
use Lyo\Samples\Samples;
use Lyo\Tests\Corpus\Corpus;

use function array_filter;
use function array_values;
use function count;
use function dirname;
use function getenv;
use function intdiv;
use function is_file;
use function max;
use function serialize;
use function strlen;

/** Values to measure with: their serialize() text, as a store has them. */
final class Sets
{
    /** A set with fewer values says little. */
    private const LEAST = 10;
    /** Longest serialize() text: a value of 2 MB is on its way for 0.2 s. */
    private const LONGEST = 700_000;

    /**
     * @param int $most values of each set, evenly picked
     *
     * @return array<string, list<string>>
     */
    public static function all(int $most): array
    {
        $sets = ['samples' => self::few(self::samples(), $most)];
        foreach (['drupal', 'wordpress'] as $application) {
            $sets[$application] = self::few(self::application($application), $most);
        }

        return array_filter($sets, static fn(array $texts): bool => count($texts) >= self::LEAST);
    }

    /** @return list<string> all values of an application of the corpus; none if there is no such corpus */
    public static function application(string $application): array
    {
        $place = dirname(__DIR__, 3) . '/shared/corpus';
        $named = getenv('LYO_CORPUS');
        $place = $named !== false && $named !== '' ? $named : $place;
        if (!is_file("$place/manifest.tsv")) {
            return [];
        }
        $texts = [];
        foreach ((new Values(Corpus::at($place)))->all() as [$value, , $of]) {
            if ($of === $application) {
                $texts[] = serialize($value);
            }
        }

        return $texts;
    }

    /** @return list<string> those of this machine, and pieces of the larger ones: a cache has more small values than large ones */
    private static function samples(): array
    {
        $texts = [];
        foreach (Samples::all() as $value) {
            $texts[] = serialize($value);
            if (is_array($value) && count($value) > 20 && strlen(serialize($value)) > 4000) {
                foreach ([1, 3, 10] as $entries) {
                    $texts[] = serialize(array_slice($value, 0, $entries, true));
                }
            }
        }

        return array_values(array_filter($texts, self::isBearable(...)));
    }

    /** Without classes that PHP has: igbinary cannot leave these out, and then its times are not known. */
    private static function isBearable(string $text): bool
    {
        return strlen($text) <= self::LONGEST && preg_match('/(?:^|[;{])[OCE]:\d+:/', $text) !== 1;
    }

    /**
     * @param list<string> $texts
     *
     * @return list<string>
     */
    private static function few(array $texts, int $most): array
    {
        $texts = array_values(array_filter($texts, static fn(string $text): bool => strlen($text) <= self::LONGEST));
        $few = [];
        $count = count($texts);
        for ($i = 0; $i < $most && $i < $count; $i++) {
            $few[] = $texts[intdiv($i * $count, max(1, min($most, $count)))];
        }

        return $few;
    }
}
