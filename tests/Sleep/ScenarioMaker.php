<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use Lyo\Tests\Support\Rng;

/** Draws trial number K of a seed: always the same. */
final readonly class ScenarioMaker
{
    /** Seeds begin with different hooks. */
    private const STRIDE = 101;

    public function __construct(private int $seed) {}

    public function make(int $index): Scenario
    {
        $rng = new Rng($this->seed, $index);
        $all = array_keys(Hooks::all());
        $about = $all[($index + $this->seed * self::STRIDE) % count($all)]; // in turn
        $classes = new Hierarchy($rng, $about);
        $code = $classes->code();
        $steps = (new Steps($rng, $classes, $code, Hooks::write($classes->hooks()), Hooks::giveArrays($classes->hooks(), $classes->frame)))->draw();

        return new Scenario($code, $classes->hooks(), $about, [...array_map(static fn(ClassPlan $class): string => $class->fullName(), $classes->classes), $classes->space . 'World_W'], $steps, $rng->chance(4));
    }
}
