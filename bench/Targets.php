<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

/** What this project has set out to reach, against igbinary over the values of the corpus. */
final readonly class Targets
{
    /** Bytes of serialize() from which on a value must not be slower with Lyo than with another. */
    public const LARGE = 1000;

    public const SLOWER = 1.05;

    private const ENCODE_SHARE = 'values of 1 kB or more that encode slower than 1.05 x serialize(), %';

    /**
     * @param Results $times  against native and igbinary
     * @param Results $counts the same, instructions
     * @param Results $growth of Growth::TOGETHER
     */
    public function __construct(private Results $times, private Results $counts, private Results $growth) {}

    /** @return list<Target> */
    public function all(): array
    {
        $encode = $this->encodeRatios();

        return [
            new Target('size', $this->mean('bytes'), 0.80, 0.74),
            new Target('size after zlib 1', $this->mean('zlib'), 0.88, 0.80),
            new Target('encode time, values as unserialize() makes them', $this->mean('encode'), 0.60, 0.50),
            new Target('encode time, values as an application builds them', $this->mean('built'), 0.60, 0.50),
            new Target('decode time, warm', $this->mean('decode'), 0.56, 0.48),
            new Target('decode time, cold', $this->mean('cold decode'), 0.62, 0.55),
            new Target('decode time, values made mostly of objects, warm', $this->mean('decode', true), 0.45, 0.36),
            new Target('decode time, values made mostly of objects, cold', $this->mean('cold decode', true)),
            new Target('decoded memory, warm', $this->mean('memory'), 0.75, 0.60),
            new Target('decoded memory, cold', $this->mean('cold memory'), 0.75, 0.60),
            new Target(self::ENCODE_SHARE, $encode === [] ? null : 100.0 * self::slower($encode) / count($encode), 5.0, 0.0, '%.1f'),
            new Target('  the slowest of them / serialize()', $encode === [] ? null : max($encode), 1.25, self::SLOWER),
            $this->slow('values of 1 kB or more that decode slower than 1.05 x igbinary or unserialize(), instructions', 'ir decode', 0.0),
            $this->slow('  cold', 'cold ir decode', null),
            new Target('growth of encode time, 6,400 rows / 50 rows', $this->grown(Timing::ENCODE), 1.15, 1.05),
            new Target('growth of decode time, 6,400 rows / 50 rows', $this->grown(Timing::DECODE), 1.15, 1.05),
            new Target('memory left on the caller\'s objects, bytes', $this->left(), 0.0, 0.0, '%.0f'),
        ];
    }

    /** @return array<string, float> of large values, by name, times of serialize(); the worst first */
    public function encodeRatios(): array
    {
        $ratios = Results::ratios($this->large($this->times), 'lyo', 'native', Timing::ENCODE);
        arsort($ratios);

        return $ratios;
    }

    /** @return array<string, float> of large values, by name, times of the instructions of the better of the two; the worst first */
    public function decodeRatios(string $figure): array
    {
        $ratios = [];
        foreach ($this->large($this->counts) as $value) {
            $ratios[$value->name] = max($value->ratio('lyo', 'native', $figure) ?? 0.0, $value->ratio('lyo', 'igbinary', $figure) ?? 0.0);
        }
        arsort($ratios);

        return array_filter($ratios);
    }

    /** @return array<string, float> of all values, by name, times of igbinary's bytes; the worst first */
    public function sizeRatios(): array
    {
        $ratios = Results::ratios($this->times->values(true), 'lyo', 'igbinary', 'bytes');
        arsort($ratios);

        return $ratios;
    }

    /** @param array<string, float> $ratios */
    public static function slower(array $ratios): int
    {
        return count(array_filter($ratios, static fn(float $ratio): bool => $ratio > self::SLOWER));
    }

    private function slow(string $title, string $figure, ?float $must): Target
    {
        $ratios = $this->decodeRatios($figure);

        return new Target($title, $ratios === [] ? null : (float) self::slower($ratios), $must, $must, '%.0f');
    }

    /** @return list<Measurement> */
    private function large(Results $results): array
    {
        return array_values(array_filter($results->values(true), static fn(Measurement $value): bool => $value->text >= self::LARGE));
    }

    private function mean(string $figure, bool $objects = false): ?float
    {
        $values = array_values(array_filter($this->times->values(true), static fn(Measurement $value): bool => !$objects || $value->isMostlyObjects()));
        $ratios = array_values(Results::ratios($values, 'lyo', 'igbinary', $figure));

        return $ratios === [] ? null : Statistics::geometricMean($ratios);
    }

    /** The worst of all kinds of rows. */
    private function grown(string $figure): ?float
    {
        $grown = [];
        foreach (GrowthRows::KINDS as $kind) {
            $last = Growth::last($this->growth, $kind, 'lyo', $figure);
            if ($last === null) {
                return null;
            }
            $grown[] = $last;
        }

        return max($grown);
    }

    private function left(): ?float
    {
        $left = [];
        foreach ($this->times->values(true) as $value) {
            $left[] = $value->left('lyo') ?? 0.0;
        }

        return $left === [] ? null : max($left);
    }
}
