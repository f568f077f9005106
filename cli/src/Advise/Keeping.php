<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Advise;

use Lyo\Tools\Measure\Classes;
use Lyo\Tools\Measure\Outcome;

use function array_filter;
use function array_map;
use function array_sum;
use function count;
use function max;
use function sprintf;

/** Which limit lyo.keep_values needs to hold the arrays of a store. */
final readonly class Keeping
{
    /** Bytes of memory for a byte of payload: the payload itself, tables and strings. */
    private const GROWTH = 7;

    /** Fewest bytes of a payload that is kept. */
    private const LEAST = 96;

    /** Limits in MB that are proposed. More is a decision for somebody who has counted the processes. */
    private const LIMITS = [1, 2, 4, 8, 16];

    /**
     * @param float $share of the values that can be kept
     * @param float $bytes that all of them would take in each process
     */
    private function __construct(public float $share, public float $bytes) {}

    /**
     * @param list<Outcome> $outcomes of a sample
     * @param int $values in the store
     */
    public static function of(array $outcomes, int $values): self
    {
        $kept = array_filter($outcomes, static fn(Outcome $outcome): bool => $outcome->classes === Classes::None && ($outcome->costs['lyo']->bytes ?? 0) >= self::LEAST);
        $bytes = self::GROWTH * array_sum(array_map(static fn(Outcome $outcome): int => $outcome->costs['lyo']->bytes ?? 0, $kept));
        $measured = max(1, count($outcomes));

        return new self(count($kept) / $measured, $bytes / $measured * max($values, count($outcomes)));
    }

    /** Returns the least limit in MB that holds all of them, and null if none of the proposed ones does. */
    public function limit(): ?int
    {
        foreach (self::LIMITS as $limit) {
            if ($this->bytes <= $limit << 20) {
                return $limit;
            }
        }

        return null;
    }

    public function words(): string
    {
        $limit = $this->limit();

        return match (true) {
            $this->bytes === 0.0 => 'lyo.keep_values: there is nothing to keep, no value is a longer array without objects.',
            $limit !== null => sprintf('lyo.keep_values = %dM holds all arrays without objects (%d%% of the values) in each process, so that it does not decode them again.', $limit, 100 * $this->share),
            default => sprintf('lyo.keep_values: all arrays without objects (%d%% of the values) would take %d MB in each process; 4M is enough if pages read the same ones again and again.', 100 * $this->share, $this->bytes / 1e6),
        };
    }
}
