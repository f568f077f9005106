<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use Lyo\Tests\Differential\Generator\Rng;

/** Draws trial number K of a seed: always the same. */
final readonly class TrialMaker
{
    /** Seeds begin with different pieces. */
    private const STRIDE = 101;

    public function __construct(private int $seed) {}

    public function make(int $index): Trial
    {
        $rng = new Rng($this->seed, $index);
        $impure = $index % 2 === 1;
        $all = Grammar::all($impure);
        $wanted = $all[(intdiv($index, 2) + $this->seed * self::STRIDE) % count($all)]; // in turn, so that 1,000 trials have each of them
        $classes = new Hierarchy($rng, $impure, $wanted);
        $code = $classes->code();
        $noArray = array_intersect(Impure::NO_ARRAY, $classes->pieces()) !== [];
        $steps = (new Steps($rng, $classes, $code, $impure, !$noArray))->draw();

        return new Trial($impure, $code, $classes->pieces(), $wanted, [...array_map(static fn(ClassPlan $class): string => $class->fullName(), $classes->classes), $classes->space . 'World_W'], $steps, $rng->chance(4));
    }
}
