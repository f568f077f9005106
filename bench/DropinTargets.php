<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

/** What igbinary.so has set out to reach against the installed igbinary. Both are called igbinary, each in processes of its own. */
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
        $lines = [
            new Target('encode time, values as unserialize() makes them', $this->mean(Timing::ENCODE), 0.70),
            new Target('encode time, values as an application builds them', $this->mean(Timing::BUILT), 0.70),
            new Target('decode time', $this->mean(Timing::DECODE), 0.70),
            new Target('decoded memory', $this->mean('memory'), 0.75),
            new Target('mostly objects: encode time, as unserialize() makes them', $this->mean(Timing::ENCODE, true), 0.50),
            new Target('mostly objects: encode time, as an application builds them', $this->mean(Timing::BUILT, true), 0.50),
            new Target('mostly objects: decode time', $this->mean(Timing::DECODE, true), 0.50),
            new Target('mostly objects: decoded memory', $this->mean('memory', true)),
            new Target('instructions: encode', $this->counted(Timing::ENCODE)),
            new Target('instructions: encode, as built', $this->counted(Timing::BUILT)),
            new Target('instructions: decode', $this->counted(Timing::DECODE)),
        ];
        foreach ([Timing::ENCODE, Timing::BUILT, Timing::DECODE] as $operation) {
            $ratios = $this->countRatios($operation);
            $lines[] = new Target(sprintf('values of 1 kB or more with more than %.2f of its instructions: %s', self::SLOWER, $operation), $ratios === [] ? null : (float) Targets::slower($ratios), 0.0, format: '%.0f');
        }
        $lines[] = new Target('memory left on the caller\'s objects, bytes', $this->left(), 0.0, format: '%.0f');
        foreach (Collisions::names() as $name) {
            $lines[] = new Target("encode of $name, times the instructions of serialize()", $this->collision($name), 1.50);
        }

        return $lines;
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

        return $ratios === [] ? null : Statistics::geometricMean($ratios);
    }

    /** The geometric mean over all values of what each is to theirs: times as multiples of serialize()'s in the same process, the median of all rounds of processes. */
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

        return $means === [] ? null : Statistics::geometricMean($means);
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
