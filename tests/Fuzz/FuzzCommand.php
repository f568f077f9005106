<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fuzz;

use InvalidArgumentException;
use Lyo\Tests\Fixtures\World;
use Lyo\Tests\Support\Arguments;
use Lyo\Tests\Support\Rng;
use Lyo\Tests\Support\Trials;

/** The command line of the mutation fuzzer. */
final class FuzzCommand
{
    /** @var array<string, int> */
    private array $outcomes = [];

    /** @var array<string, int> */
    private array $stages = [];

    /** @param list<string> $arguments */
    public function main(array $arguments): int
    {
        try {
            $given = Arguments::parse($arguments, [...Trials::OPTIONS, 'selftest']);
            $seed = $given->int('seed', 1);
        } catch (InvalidArgumentException $problem) {
            fwrite(STDERR, $problem->getMessage() . "\n");

            return 2;
        }
        if (!function_exists('lyo_serialize')) {
            fwrite(STDERR, "lyo_serialize() does not exist: run php with the extension loaded\n");

            return 2;
        }
        self::settle();
        $seeds = Seeds::all();
        if ($seeds === []) {
            fwrite(STDERR, "fuzz: no seeds\n");

            return 2;
        }
        $mutator = new Mutator($seeds, $seed);
        if ($given->has('selftest')) {
            return $this->selfTest($mutator, $seed);
        }
        if ($given->has('only')) {
            return self::one($mutator, $seed, $given->int('only', 0));
        }
        printf("fuzz: %d seeds, %d systematic mutations of them\n", count($seeds), $mutator->systematic());

        return $this->all($mutator, $seed, Trials::given('fuzz', $given, 100_000));
    }

    private function all(Mutator $mutator, int $seed, Trials $trials): int
    {
        $this->run($mutator, $seed, Target::lyo(), $trials);
        arsort($this->outcomes);
        foreach ($this->outcomes as $outcome => $count) {
            printf("  %9d  %s\n", $count, $outcome);
        }
        ksort($this->stages);
        printf("  by stage: %s\n", implode(', ', array_map(static fn(string $stage, int $count): string => $stage . ' ' . $count, array_keys($this->stages), $this->stages)));

        return $trials->end("$trials->ran mutated inputs decoded");
    }

    private function run(Mutator $mutator, int $seed, Target $target, Trials $trials): void
    {
        $oracle = null;
        $trials->run(
            static function (int $number) use (&$oracle, $mutator, $seed, $target): array {
                $oracle ??= new Oracle($target);
                [$stage, $input] = $mutator->input($number);
                [$outcome, $fault] = $oracle->judge($input, ...self::circumstances($seed, $number));

                return ['stage' => $stage, 'outcome' => $outcome, 'difference' => $fault];
            },
            $this->report(...),
            chunk: 500,
        );
    }

    /** @return array{array<string, mixed>, bool} options; whether the error handler throws at the first warning */
    private static function circumstances(int $seed, int $number): array
    {
        $rng = new Rng($seed + 1, $number);
        $options = $rng->chance(75) ? [] : $rng->pick([
            ['allowed_classes' => false], ['allowed_classes' => ['stdClass', 'Lyo\Tests\Fixtures\PublicBag']], ['max_depth' => 3],
            ['max_elements' => 10], ['missing_class' => 'throw'], ['max_depth' => 0, 'allowed_classes' => true],
        ]);

        return [$options, $rng->chance(12)];
    }

    private static function one(Mutator $mutator, int $seed, int $number): int
    {
        [$stage, $input] = $mutator->input($number);
        [$options, $throwing] = self::circumstances($seed, $number);
        printf("input %d (%s, %d bytes), options %s%s\n%s\n", $number, $stage, strlen($input), json_encode($options), $throwing ? ', warnings throw' : '', bin2hex($input));
        [$outcome, $fault] = (new Oracle(Target::lyo()))->judge($input, $options, $throwing);
        printf("%s: %s\n", $outcome, $fault ?? 'no fault');

        return $fault === null ? 0 : 1;
    }

    /** Each faulty target must be detected, and the real one must pass. */
    private function selfTest(Mutator $mutator, int $seed): int
    {
        $missed = 0;
        foreach (Target::FAULTS as $fault) {
            $trials = new Trials('fuzz', 4000, $seed);
            $this->run($mutator, $seed, Target::faulty($fault), $trials);
            printf("%-28s %s\n", $fault, $trials->found > 0 ? "found in $trials->found of 4000 inputs" : 'NOT FOUND');
            $missed += $trials->found > 0 ? 0 : 1;
        }
        printf("fuzz self-test: %d faults, %d missed\n", count(Target::FAULTS), $missed);

        return $missed === 0 ? 0 : 1;
    }

    /** @param array<string, mixed> $result */
    private function report(int $number, array $result): void
    {
        foreach (['stage', 'outcome'] as $what) {
            $name = is_string($result[$what] ?? null) ? $result[$what] : '?';
            $what === 'stage' ? $this->stages[$name] = ($this->stages[$name] ?? 0) + 1 : $this->outcomes[$name] = ($this->outcomes[$name] ?? 0) + 1;
        }
    }

    private static function settle(): void
    {
        gc_disable(); // the oracle decides when destructors run
        foreach (['memory_limit' => '512M', 'display_errors' => 'stderr', 'zend.exception_ignore_args' => '1'] as $name => $value) {
            ini_set($name, $value);
        }
        set_error_handler(static fn(): bool => true);
        World::useNativeCodec();
        World::letDestructorsDecode(true);
        spl_autoload_register(static function (string $class): void {
            World::event('load ' . $class);
        });
    }
}
