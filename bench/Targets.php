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

    /**
     * @param Results $times  against native and igbinary
     * @param Results $once   the same, one call a turn
     * @param Results $counts the same, instructions
     * @param Results $growth of Growth::TOGETHER
     */
    public function __construct(private Results $times, private Results $once, private Results $counts, private Results $growth) {}

    /** @return list<Target> */
    public function all(): array
    {
        $targets = [];
        foreach ([[Goals::MEANS, $this->times], [Goals::ONCE, $this->once]] as [$means, $results]) {
            foreach ($means as [$title, $group, $figure, $must, $baseline]) {
                $targets[] = new Target("$title, $group->value", self::mean($results, $group, $figure), $must, $baseline);
            }
        }
        $encode = $this->encodeRatios();
        $measured = [
            Goals::SLOW_TO_ENCODE => $encode === [] ? null : 100.0 * self::slower($encode) / count($encode),
            Goals::SLOWEST => $encode === [] ? null : max($encode),
            Goals::SLOW_TO_DECODE => $this->slow('ir decode'),
            Goals::SLOW_TO_DECODE_COLD => $this->slow('cold ir decode'),
            Goals::GROWTH_OF_ENCODING => $this->grown(Timing::ENCODE),
            Goals::GROWTH_OF_DECODING => $this->grown(Timing::DECODE),
            Goals::LEFT => $this->left(),
        ];
        foreach (Goals::OTHERS as $title => [$must, $baseline, $format]) {
            $targets[] = new Target($title, $measured[$title], $must, $baseline, $format);
        }

        return $targets;
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

    /** @return array<string, float> of all values, by name, times of igbinary's figure; the worst first */
    public function ratios(string $figure): array
    {
        $ratios = Results::ratios($this->times->values(true), 'lyo', 'igbinary', $figure);
        arsort($ratios);

        return $ratios;
    }

    /** @param array<string, float> $ratios */
    public static function slower(array $ratios): int
    {
        return count(array_filter($ratios, static fn(float $ratio): bool => $ratio > self::SLOWER));
    }

    private function slow(string $figure): ?float
    {
        $ratios = $this->decodeRatios($figure);

        return $ratios === [] ? null : (float) self::slower($ratios);
    }

    /** @return list<Measurement> */
    private function large(Results $results): array
    {
        return array_values(array_filter($results->values(true), static fn(Measurement $value): bool => $value->text >= self::LARGE));
    }

    private static function mean(Results $results, Group $group, string $figure): ?float
    {
        $ratios = array_values(Results::ratios($group->of($results->values(true)), 'lyo', 'igbinary', $figure));

        return $ratios === [] ? null : Ratios::geometricMean($ratios);
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
