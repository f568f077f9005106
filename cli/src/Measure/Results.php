<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

use function array_filter;
use function array_intersect;
use function array_keys;
use function array_map;
use function array_sum;
use function array_values;
use function arsort;
use function count;
use function implode;
use function number_format;

/** The results of measuring a sample. */
final class Results
{
    /** @var list<Outcome> */
    public array $outcomes = [];
    /** @var list<int> index of each outcome in the sample */
    public array $indexes = [];
    /** @var array<string, int> numbers of values that were not measured, by reason */
    public array $refused = [];

    /**
     * @param list<string> $sources names of the sources
     * @param list<string> $compressors names of the compressors
     * @param list<string> $asked names of the codecs to measure
     * @param array<string, string> $environment versions of PHP and extensions, and the state of OPcache, on which the figures depend
     */
    public function __construct(
        public readonly array $sources,
        public readonly Sample $sample,
        public readonly Processor $processor,
        public readonly array $compressors,
        public readonly array $asked,
        public readonly array $environment,
    ) {}

    /** Counts values that were not measured. */
    public function refuse(string $reason, int $values = 1): void
    {
        $this->refused[$reason] = ($this->refused[$reason] ?? 0) + $values;
    }

    /** @return list<string> names of the codecs that can hold at least one of the values */
    public function codecs(): array
    {
        $all = [];
        foreach ($this->outcomes as $outcome) {
            $all += $outcome->costs;
        }

        return array_values(array_intersect(Codec::ALL, array_keys($all)));
    }

    /**
     * Compares a figure of two codecs: sums over the values for which both have it. Returns null if there are none.
     *
     * @param string $figure a constant of Cost, or the name of a compressor
     * @param string|null $baseFigure figure of the other codec; null if it is the same
     */
    public function ratio(string $codec, string $figure, string $base = 'native', ?string $baseFigure = null): ?Ratio
    {
        $values = 0;
        $amount = $of = $spread = 0.0;
        foreach ($this->outcomes as $outcome) {
            $ours = ($outcome->costs[$codec] ?? null)?->of($figure);
            $theirs = ($outcome->costs[$base] ?? null)?->of($baseFigure ?? $figure);
            if ($ours !== null && $theirs !== null) {
                $values++;
                $amount += $ours;
                $of += $theirs;
                $spread += $outcome->costs[$codec]->spread($figure);
            }
        }

        return $values === 0 ? null : new Ratio($values, $amount, $of, $amount > 0.0 ? $spread / $amount : 0.0);
    }

    /** @return array<string, int> numbers of values by format, the most frequent first */
    public function formats(): array
    {
        $formats = [];
        foreach ($this->outcomes as $outcome) {
            $formats[$outcome->format] = ($formats[$outcome->format] ?? 0) + 1;
        }
        arsort($formats);

        return $formats;
    }

    public function count(Classes $classes): int
    {
        return count(array_filter($this->outcomes, static fn(Outcome $outcome): bool => $outcome->classes === $classes));
    }

    /** Returns the stored size of all measured values in bytes. */
    public function stored(): int
    {
        return (int) array_sum(array_map(static fn(Outcome $outcome): int => $outcome->bytes, $this->outcomes));
    }

    /**
     * Returns the stored size of the values for which a codec has a figure, in bytes.
     *
     * @param string $figure a constant of Cost, or the name of a compressor
     */
    public function storedWith(string $codec, string $figure): int
    {
        return (int) array_sum(array_map(static fn(Outcome $outcome): int => ($outcome->costs[$codec] ?? null)?->of($figure) === null ? 0 : $outcome->bytes, $this->outcomes));
    }

    /** Says why values were not measured with a codec, such as "12 changed by it"; '' if all were. */
    public function obstacles(string $codec): string
    {
        if (!Codec::named($codec)->exists()) {
            return $codec === 'lyo' ? 'the functions of lyo are missing' : "the extension $codec is not loaded";
        }
        $counts = [];
        foreach ($this->outcomes as $outcome) {
            $obstacle = $outcome->obstacles[$codec] ?? null;
            if ($obstacle !== null && !isset($outcome->costs[$codec])) {
                $counts[$obstacle->value] = ($counts[$obstacle->value] ?? 0) + 1;
            }
        }
        arsort($counts);

        return implode(', ', array_map(static fn(string $why, int $count): string => number_format($count) . " $why", array_keys($counts), $counts));
    }
}
