<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Lyo\Tools\Measure\Statistics;

/** Targets of igbinary.so, compared with the installed igbinary. Both are called igbinary, so each has its own processes. */
final class DropinTargets
{
    public const SLOWER = 1.05;

    /** @var array<string, Measurement> of ours, of the last round of processes, by name */
    private array $ours = [];

    /**
     * @param list<array{Results, Results}> $times one pair, ours and theirs, for each round of processes
     * @param array{Results, Results} $counts      instructions
     * @param Results $collisions                  instructions of ours and of serialize()
     */
    public function __construct(private readonly array $times, private readonly array $counts, private readonly Results $collisions)
    {
        foreach ($times as [$ours]) {
            foreach ($ours->values() as $value) {
                $this->ours[$value->name] = $value;
            }
        }
    }

    /** @return list<Target> */
    public function all(): array
    {
        $measured = [
            $this->mean(Timing::ENCODE),
            $this->mean(Timing::BUILT),
            $this->mean(Timing::DECODE),
            $this->mean('memory'),
            $this->mean(Timing::ENCODE, true),
            $this->mean(Timing::BUILT, true),
            $this->mean(Timing::DECODE, true),
            $this->mean('memory', true),
            $this->counted(Timing::ENCODE),
            $this->counted(Timing::BUILT),
            $this->counted(Timing::DECODE),
            $this->dearer(Timing::ENCODE),
            $this->dearer(Timing::BUILT),
            $this->dearer(Timing::DECODE),
            $this->left(),
            ...array_map($this->collision(...), Collisions::names()),
        ];

        return array_map(
            static fn(array $goal, ?float $figure): Target => new Target($goal[0], $figure, $goal[1], $goal[2], $goal[3] ?? '%.3f'),
            Goals::IGBINARY,
            $measured,
        );
    }

    public function values(): int
    {
        return count($this->ours);
    }

    /** @return array<string, float> of values of 1 kB or more, by name, times of theirs; the worst first */
    public function countRatios(string $operation, bool $all = false): array
    {
        $ratios = [];
        foreach ($this->counts[0]->values() as $value) {
            $ours = $value->figure('igbinary', Measurement::IR . $operation);
            $theirs = $this->counts[1]->named($value->name)?->figure('igbinary', Measurement::IR . $operation);
            if ($ours !== null && $theirs !== null && ($all || $value->text >= Targets::LARGE)) {
                $ratios[$value->name] = $ours / $theirs;
            }
        }
        arsort($ratios);

        return $ratios;
    }

    private function counted(string $operation): ?float
    {
        $ratios = array_values($this->countRatios($operation, true));

        return $ratios === [] ? null : Ratios::geometricMean($ratios);
    }

    /** The geometric mean, over all values, of ours divided by theirs. Times are multiples of serialize() in the same process, and medians of all rounds. */
    private function mean(string $figure, bool $objects = false): ?float
    {
        $means = [];
        foreach ($this->ours as $name => $value) {
            if ($objects && !Group::MostlyObjects->has($value)) {
                continue;
            }
            $ratios = [];
            foreach ($this->times as [$ours, $theirs]) {
                $ratio = $ours->named($name)?->ratio('igbinary', 'native', $figure);
                $base = $theirs->named($name)?->ratio('igbinary', 'native', $figure);
                if ($ratio !== null && $base !== null && $ratio > 0.0 && $base > 0.0) {
                    $ratios[] = $ratio / $base;
                }
            }
            if ($ratios !== []) {
                $means[] = Statistics::median($ratios);
            }
        }

        return $means === [] ? null : Ratios::geometricMean($means);
    }

    private function dearer(string $operation): ?float
    {
        $ratios = $this->countRatios($operation);

        return $ratios === [] ? null : (float) Targets::slower($ratios);
    }

    private function left(): ?float
    {
        return $this->ours === [] ? null : max(array_map(static fn(Measurement $value): float => $value->left('igbinary') ?? 0.0, $this->ours));
    }

    private function collision(string $name): ?float
    {
        return $this->collisions->named(Source::COLLISIONS . '/' . $name)?->ratio('igbinary', 'native', Measurement::IR . Timing::BUILT);
    }
}
