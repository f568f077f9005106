<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential\Generator;

use Lyo\Tests\Differential\TestValue;
use Lyo\Tests\Fixtures\Level;
use Lyo\Tests\Fixtures\OnDemand;
use Lyo\Tests\Fixtures\Suit;
use Lyo\Tests\Fixtures\Unit;
use Lyo\Tests\Support\Rng;
use stdClass;

/** Makes trial number K of a seed: always the same value and world. */
final class TrialMaker
{
    public function __construct(
        private readonly int $seed,
        private readonly int $budget = 300,
        private readonly ?string $family = null,
    ) {}

    /** @param string $marker see Pool: part of class names, differs between the sides that are compared */
    public function make(int $index, string $marker): TestValue
    {
        $rng = new Rng($this->seed, $index);
        $trial = new TestValue();
        $trial->family = $this->family ?? $rng->weighted(Families::weights());
        $pool = new Pool($rng, $marker, $rng->chance(10) ? $this->budget * 4 : $rng->int(3, max(3, $this->budget)));
        $trial->value = (new Families($rng, $pool, new Values($rng, $pool)))->make($trial->family);
        $trial->traits = $pool->traits;
        $trial->swapped = $trial->family === 'swapped';
        $this->world($trial, $rng, $pool);
        $pool->forget();

        return $trial;
    }

    private function world(TestValue $trial, Rng $rng, Pool $pool): void
    {
        $classes = array_values(array_unique(array_map(static fn(object $object): string => $object::class, $pool->objects)));
        $demanding = in_array($trial->family, ['demand', 'incomplete', 'swapped', 'hostile'], true);
        if ($rng->chance($demanding ? 60 : 25) && $trial->family !== 'nested') { // options reach nested calls natively
            $trial->options = $this->options($rng, $classes);
        }
        if ($rng->chance($demanding ? 50 : 5)) {
            $trial->callback = $rng->pick([
                OnDemand::class . '::callback', OnDemand::class . '::callback', OnDemand::class . '::throwingCallback', 'lyo_no_such_function',
            ]);
        }
        $trial->fiber = $rng->chance($trial->family === 'mischief' ? 50 : 4) && $trial->family !== 'deep'; // PHP itself overflows a fiber's stack
        $trial->throwing = $rng->chance(3);
        // Hooks of these call serialize() themselves, which does obey the setting.
        $trial->precision = $rng->chance(3) && !in_array($trial->family, ['nested', 'mischief', 'changing'], true) ? $rng->pick([17, 5, 0]) : -1;
    }

    /**
     * @param list<class-string> $classes
     * @return array<string, mixed>
     */
    private function options(Rng $rng, array $classes): array
    {
        $options = [];
        if ($rng->chance(80)) {
            $options['allowed_classes'] = match ($rng->int(0, 5)) {
                0 => true,
                1, 2 => false,
                default => $this->classList($rng, $classes),
            };
        }
        if ($rng->chance(25)) {
            $options['max_depth'] = $rng->pick([0, 1, 2, 3, 4, 5, 8, 50, 4096, 10000]);
        }
        if ($rng->chance(3)) {
            $options = $rng->pick([['max_depth' => -1], ['max_depth' => '5'], ['allowed_classes' => null], ['allowed_classes' => 'stdClass'], ['allowed_classes' => 1]]);
        }

        return $options;
    }

    /**
     * @param list<class-string> $classes
     * @return list<string>
     */
    private function classList(Rng $rng, array $classes): array
    {
        $list = [];
        foreach ([stdClass::class, Level::class, Suit::class, Unit::class, ...$classes, ...Objects::plain()] as $class) {
            // mostly with the enums, because a case of another one is all that comes of the value
            if ($rng->chance(enum_exists($class, false) ? 85 : 50)) {
                $list[] = match ($rng->int(0, 4)) {
                    0 => strtolower($class),
                    1 => strtoupper($class),
                    default => $class,
                };
            }
        }

        return $list;
    }
}
