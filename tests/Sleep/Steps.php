<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use Lyo\Tests\Support\Rng;

/** Draws what is done with objects of drawn classes: many of one class with values in the same slots, and then something that is otherwise. */
final class Steps
{
    /** @var list<Step> */
    private array $steps = [];

    /** @var list<ClassPlan> of the objects so far */
    private array $made = [];

    /** @var list<string> */
    private array $events = [];

    private readonly Values $values;

    private readonly Vocabulary $words;

    /**
     * @param bool $writes whether a hook writes into properties
     * @param bool $arrays whether all hooks give arrays: serialize() damages the text when it meets an object again that is null for having given none
     */
    public function __construct(
        private readonly Rng $rng,
        private readonly Hierarchy $classes,
        string $code,
        private readonly bool $writes,
        private readonly bool $arrays,
    ) {
        $this->values = new Values($rng, $arrays);
        $this->words = new Vocabulary($rng, $classes->classes[0]);
        $this->events = $this->events($code);
    }

    /** @return list<Step> */
    public function draw(): array
    {
        $count = $this->rng->int(4, 12);
        $full = $this->rng->chance(70) ? 100 : $this->rng->int(40, 95); // of 100 properties so many get a value
        $favourite = $this->rng->pick($this->classes->classes);
        for ($number = 0; $number < $count; $number++) {
            $this->make($this->rng->chance(65) ? $favourite : $this->rng->pick($this->classes->classes), $full);
            for ($changes = $this->rng->chance(30) ? $this->rng->int(1, 2) : 0; $changes > 0; $changes--) {
                $this->change($this->rng->chance(60) ? $number : $this->rng->int(0, $number));
            }
            if ($this->events !== [] && $this->rng->chance(25)) {
                $this->steps[] = new RunCode($this->classes->space, (string) array_pop($this->events));
            }
            $this->encode($number);
        }
        while ($this->events !== []) {
            $this->steps[] = new RunCode($this->classes->space, (string) array_pop($this->events));
            $this->encode($this->rng->int(0, $count - 1));
        }
        $this->steps[] = new Encode($this->rng->weighted(Encode::SHAPES), $this->someObjects($count));
        if ($this->arrays) {
            $this->steps[] = new Encode('list', range(0, $count - 1));
        }

        return $this->steps;
    }

    private function make(ClassPlan $class, int $full): void
    {
        $values = [];
        $slots = $class->slots();
        $names = $this->rng->shuffle(array_column($slots, 'name'));
        foreach ($slots as $at => $slot) {
            if ($this->rng->chance($full)) {
                $values[] = [$slot, $this->classes->named ? $names[$at] ?? null : $this->values->ofType($slot->type)];
            }
        }
        $how = [Make::NEW, Make::NEW, Make::NEW, Make::READ, Make::READ_BY_LYO, Make::CLONED][$this->rng->int(0, 5)];
        $like = array_keys($this->made, $class, true);
        $of = $how === Make::CLONED && $like !== [] ? $this->rng->pick($like) : null;
        if ($how === Make::CLONED && $of === null) {
            $how = Make::NEW;
        }
        $this->made[] = $class;
        $this->steps[] = new Make($class->fullName(), $how, $of === null ? $values : array_slice($values, 0, 2), $of);
    }

    private function change(int $object): void
    {
        $slots = $this->made[$object]->slots();
        $second = $this->rng->int(0, count($this->made) - 1);
        $operation = $this->rng->weighted(Change::OPERATIONS);
        // A hook that writes into another object that is being written damages the text of serialize().
        if (!$this->writes && $this->rng->chance(4)) {
            $operation = Change::ACROSS;
        }
        $others = $operation === Change::ACROSS ? $this->made[$second]->slots() : $slots;
        if ($slots !== [] && $others !== []) {
            $slot = $this->rng->pick($slots);
            $this->steps[] = new Change($operation, $object, $slot, $this->rng->pick($others), $second, $this->classes->named ? $this->rng->pick($slots)->name : $this->values->ofType($slot->type));
        }
    }

    private function encode(int $number): void
    {
        for ($times = $this->rng->int(1, 2); $times > 0; $times--) {
            $this->steps[] = match ($this->rng->int(0, 3)) {
                0 => new Encode($this->rng->weighted(Encode::SHAPES), $this->someObjects(count($this->made))),
                1 => new Encode(Encode::ALONE, [$this->rng->int(0, count($this->made) - 1)]),
                default => new Encode(Encode::ALONE, [$number]),
            };
        }
    }

    /** @return non-empty-list<int> */
    private function someObjects(int $count): array
    {
        $numbers = array_slice($this->rng->shuffle(range(0, $count - 1)), 0, $this->rng->int(1, min(5, $count)));
        if ($this->arrays && $this->rng->chance(15)) {
            $numbers[] = $numbers[0] ?? 0;
        }

        return $numbers === [] ? [0] : $numbers;
    }

    /** @return list<string> code */
    private function events(string $code): array
    {
        $events = [];
        foreach (Hooks::EVENTS as $template => $matters) {
            $times = $this->rng->chance(preg_match($matters, $code) === 1 ? 75 : 2) ? $this->rng->int(1, 3) : 0;
            for (; $times > 0; $times--) {
                $events[] = $this->words->fill($template);
            }
        }

        return $this->rng->shuffle($events);
    }
}
