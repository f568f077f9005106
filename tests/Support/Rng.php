<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Support;

use Random\Engine\PcgOneseq128XslRr64;
use Random\Randomizer;

/** Seeded randomness: the same seed and stream give the same values on every machine. */
final class Rng
{
    private readonly Randomizer $randomizer;

    public function __construct(int $seed, int $stream)
    {
        $this->randomizer = new Randomizer(new PcgOneseq128XslRr64(hash('md5', $seed . ':' . $stream, true)));
    }

    public function int(int $min, int $max): int
    {
        return $this->randomizer->getInt($min, $max);
    }

    /** @phpstan-impure */
    public function chance(int $percent): bool
    {
        return $this->randomizer->getInt(1, 100) <= $percent;
    }

    public function bytes(int $length): string
    {
        return $length < 1 ? '' : $this->randomizer->getBytes($length);
    }

    /**
     * @template T
     * @param non-empty-list<T> $values
     * @return T
     */
    public function pick(array $values): mixed
    {
        return $values[$this->randomizer->getInt(0, count($values) - 1)];
    }

    /**
     * @param non-empty-array<string, int> $weights
     */
    public function weighted(array $weights): string
    {
        $left = $this->randomizer->getInt(1, array_sum($weights));
        foreach ($weights as $name => $weight) {
            $left -= $weight;
            if ($left <= 0) {
                return $name;
            }
        }

        return array_key_last($weights);
    }

    /**
     * @template T
     * @param array<T> $values
     * @return list<T>
     */
    public function shuffle(array $values): array
    {
        return $this->randomizer->shuffleArray($values);
    }

    /**
     * @template T
     * @param array<array-key, T> $values
     * @return array<array-key, T>
     */
    public function shuffleKeys(array $values): array
    {
        $shuffled = [];
        foreach ($this->shuffle(array_keys($values)) as $key) {
            $shuffled[$key] = $values[$key];
        }

        return $shuffled;
    }

    /** Small numbers often, large ones sometimes: most boundaries are low. */
    public function size(int $max): int
    {
        $ceiling = match ($this->randomizer->getInt(0, 5)) {
            0, 1, 2 => min($max, 4),
            3, 4 => min($max, 20),
            default => $max,
        };

        return $this->randomizer->getInt(0, max(0, $ceiling));
    }
}
