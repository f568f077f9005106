<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Calls;

use InvalidArgumentException;
use Lyo\Tests\Support\Arguments;
use Lyo\Tests\Support\Rng;
use Lyo\Tests\Support\Trials;

/** The command line of the test of calls. */
final class CallsCommand
{
    private int $calls = 0;

    /** @param list<string> $arguments */
    public function main(array $arguments): int
    {
        try {
            $given = Arguments::parse($arguments, [...Trials::OPTIONS, 'selftest']);
            $seed = $given->int('seed', 1);
            if (!extension_loaded('lyo')) {
                throw new InvalidArgumentException('lyo_serialize() does not exist: run php with the extension loaded');
            }
            if ($given->has('selftest')) {
                return self::selfTest($seed);
            }
            if ($given->has('only')) {
                return self::show($seed, $given->int('only', 0));
            }

            return $this->all($given, $seed);
        } catch (InvalidArgumentException $problem) {
            fwrite(STDERR, $problem->getMessage() . "\n");

            return 2;
        }
    }

    private function all(Arguments $given, int $seed): int
    {
        $trials = new Trials('calls', intdiv($given->int('runs', 4000), Classes::COUNT), $seed, $given->int('start', 0), max(1, $given->int('jobs', 1)), $given->int('show', 3));
        $trials->run(
            static fn(int $index): array => self::trial($seed, $index),
            function (int $index, array $result): void {
                $this->calls += is_int($result['calls'] ?? null) ? $result['calls'] : 0;
            },
        );
        $enough = $this->calls >= $trials->planned;
        if (!$enough) {
            echo "calls: too few hooks were called\n";
        }

        return $trials->end(sprintf('%d classes in %d trials, %d calls of hooks', $trials->ran * Classes::COUNT, $trials->ran, $this->calls), $enough);
    }

    /** @return array{calls: int, difference: ?string} */
    private static function trial(int $seed, int $index, ?string $fault = null): array
    {
        [$native, $other] = self::sides($seed, $index, $fault);
        $calls = count(array_filter($native, static fn(string $line): bool => str_contains($line, '() of ')));
        for ($line = 0; isset($native[$line], $other[$line]) && $native[$line] === $other[$line]; $line++);

        return ['calls' => $calls, 'difference' => $native === $other ? null : sprintf("line %d\n  native: %s\n  lyo:    %s", $line, $native[$line] ?? '(nothing)', $other[$line] ?? '(nothing)')];
    }

    /** @return array{list<string>, list<string>} */
    private static function sides(int $seed, int $index, ?string $fault): array
    {
        $code = (new Classes(new Rng($seed, $index)))->code();
        $values = static fn(): Rng => new Rng($seed + 1, $index);

        return [(new World(true, $index, $code))->calls($values()), (new World(false, $index, $code, $fault))->calls($values())];
    }

    private static function show(int $seed, int $index): int
    {
        echo (new Classes(new Rng($seed, $index)))->code();
        [$native, $other] = self::sides($seed, $index, null);
        foreach (array_keys($native + $other) as $line) {
            $same = ($native[$line] ?? null) === ($other[$line] ?? null);
            echo $same ? '  ' : '! ', $native[$line] ?? '(nothing)', $same ? '' : '   | lyo: ' . ($other[$line] ?? '(nothing)'), "\n";
        }

        return $native === $other ? 0 : 1;
    }

    /** serialize() with a planted fault: each is found. */
    private static function selfTest(int $seed): int
    {
        $wrong = 0;
        foreach ([null, ...World::FAULTS] as $number => $fault) {
            $found = null;
            for ($index = 0; $index < 100; $index++) {
                // classes of this process, so the numbers go on
                $found ??= self::trial($seed, $number * 100 + $index, $fault ?? 'none')['difference'] === null ? null : $index;
            }
            $wrong += ($found !== null) === ($fault !== null) ? 0 : 1;
            printf("%-40s %s\n", $fault ?? 'none', $found === null ? 'no difference' : 'a difference at trial ' . $found);
        }
        printf("calls self-test: %d faults, %d wrong, 100 trials each\n", count(World::FAULTS), $wrong);

        return $wrong === 0 ? 0 : 1;
    }
}
