<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Language;

use ReflectionClass;

/** Every class, interface and enum that PHP and its modules declare. */
final class Classes
{
    private const LEAST = ['classes' => 140, 'objects' => 150, 'restored' => 60, 'states' => 20_000, 'accepted' => 3_000];

    /** @var array<string, int> */
    private array $counts = ['classes' => 0, 'objects' => 0, 'restored' => 0, 'states' => 0, 'accepted' => 0];

    public function __construct(public readonly LanguageChecks $trial) {}

    /** @return bool all is as planned */
    public function run(): bool
    {
        $names = [...get_declared_classes(), ...get_declared_interfaces(), ...get_declared_traits()];
        $names = array_filter($names, static fn(string $name): bool => (new ReflectionClass($name))->isInternal() && !str_starts_with($name, 'Lyo\\'));
        $states = [];
        $ofClass = [];
        foreach ($names as $class) {
            $this->counts['classes']++;
            foreach ([$class, Instances::below($class)] as $name) {
                foreach ($name === null ? [] : Instances::makers($name) as $which => $make) {
                    $this->counts['objects']++;
                    $this->trial->roundTrip("$name, object $which", static function () use ($make): array {
                        $object = $make();

                        return [$object, 'again' => $object];
                    });
                    $state = StandIn::stateOf($make());
                    if ($state !== null) {
                        $ofClass[$name] = $state;
                        $states[md5(serialize(array_map(get_debug_type(...), $state)))] ??= [$name, $state];
                    }
                }
            }
        }
        foreach ($names as $class) {
            foreach ($states as [$of, $state]) {
                $this->trial->state("$class with the state of $of", $class, $state);
            }
        }
        foreach ($ofClass as $class => $state) {
            foreach (States::changed($state) as $how => $changed) {
                $this->trial->state("$class, $how", $class, $changed);
            }
        }
        $this->counts['restored'] = $this->trial->restored;
        $this->counts['states'] = $this->trial->states;
        $this->counts['accepted'] = $this->trial->accepted;
        foreach (self::LEAST as $what => $least) {
            if ($this->counts[$what] < $least) {
                $this->trial->failures[] = "only {$this->counts[$what]} $what, $least were planned";
            }
        }

        return $this->trial->failures === [];
    }

    public function report(): string
    {
        $counts = implode(', ', array_map(static fn(string $what, int $count): string => "$count $what", array_keys($this->counts), $this->counts));

        return sprintf('language: PHP %s, declared: %s; %s', PHP_VERSION, $counts, $this->trial->differences());
    }
}
