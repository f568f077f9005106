<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

/** Finds counts that have risen between two tables. */
final readonly class Gate
{
    /** A count that has risen by more than this part is reported. */
    public const TOLERANCE = 0.015;

    /** A difference of this many instructions is ignored: the heap may have taken another path. */
    public const SLACK = 16;

    /** @var array<string, float> by "value, figure": new / old */
    public array $ratios;

    /** @var list<string> values that one side has and the other has not, or that are not what they were */
    public array $changed;

    public function __construct(CountTable $old, CountTable $new)
    {
        $ratios = $changed = [];
        foreach ($old->values + $new->values as $name => $value) {
            $now = $new->values[$name] ?? null;
            $before = $old->values[$name] ?? null;
            if ($now === null || $before === null || $now['hash'] !== $before['hash']) {
                $changed[] = $name;
                continue;
            }
            foreach ($now['counts'] as $figure => $count) {
                $was = $before['counts'][$figure] ?? 0;
                $ratios["$name, $figure"] = abs($count - $was) <= self::SLACK ? 1.0 : $count / max(1, $was);
            }
        }
        $this->ratios = $ratios;
        $this->changed = $changed;
    }

    /** @return array<string, float> the worst first */
    public function dearer(): array
    {
        $dearer = array_filter($this->ratios, static fn(float $ratio): bool => $ratio > 1.0 + self::TOLERANCE);
        arsort($dearer);

        return $dearer;
    }

    /** @return array<string, float> the best first */
    public function cheaper(): array
    {
        $cheaper = array_filter($this->ratios, static fn(float $ratio): bool => $ratio < 1.0 - self::TOLERANCE);
        asort($cheaper);

        return $cheaper;
    }

    public function passes(): bool
    {
        return $this->ratios !== [] && $this->changed === [] && $this->dearer() === [];
    }
}
