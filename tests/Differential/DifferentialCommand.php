<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use InvalidArgumentException;
use Lyo\Tests\Differential\Generator\Families;
use Lyo\Tests\Differential\Generator\TrialMaker;
use Lyo\Tests\Support\Arguments;
use Lyo\Tests\Support\Forks;
use Lyo\Tests\Support\Trials;
use RuntimeException;

/** The command line of the differential test. */
final class DifferentialCommand
{
    /** PHP 8.2 crashes on one value in some 400,000; were it much more, the test would compare too little. */
    private const VALUES_PER_NATIVE_CRASH = 20_000;

    private int $nativeCrashes = 0;

    private int $seed = 1;

    /** @var array<string, int> */
    private array $rules = [];

    /** @var array<string, array<string, int>> */
    private array $families = [];

    /** @var array<int, string> what was written, or thrown, hashed */
    private array $written = [];

    /** @param list<string> $arguments */
    public function main(array $arguments): int
    {
        try {
            $given = Arguments::parse($arguments, [...Trials::OPTIONS, 'codec', 'family', 'shrink', 'stats', 'budget', 'native-crashes', 'digest', 'seconds']);
            $this->seed = $given->int('seed', 1);
            $family = $given->has('family') ? $given->string('family', '') : null;
            if ($family !== null && !isset(Families::weights()[$family])) {
                throw new InvalidArgumentException('families: ' . implode(', ', array_keys(Families::weights())));
            }
            $codec = Codecs::named($given->string('codec', 'lyo'));
        } catch (InvalidArgumentException|RuntimeException $problem) {
            fwrite(STDERR, $problem->getMessage() . "\n");

            return 2;
        }
        self::settle();
        if ($given->has('only')) {
            return (new Detail($this->seed, $codec, $family))->show($given->int('only', 0), $given->int('budget', 300), $given->has('shrink'));
        }

        return $this->all($given, new TrialMaker($this->seed, $given->int('budget', 300), $family), $codec);
    }

    private function all(Arguments $given, TrialMaker $maker, Codec $codec): int
    {
        $runner = new Runner($maker, $codec);
        $blame = new Blame($maker, Codecs::native(), $codec);
        $trials = Trials::given('differential', $given, 20000);
        $trials->run(
            static fn(int $index): array => $runner->run($index),
            $this->report(...),
            fn(int $index, string $how) => $this->crashed($trials, $index, $how, $blame),
            seconds: $given->int('seconds', 180),
        );
        if ($given->has('stats')) {
            $this->statistics();
        }
        ksort($this->rules);
        $used = implode(' ', array_map(static fn(string $rule, int $count): string => $rule . ':' . $count, array_keys($this->rules), $this->rules));
        printf("ledger rules used: %s\n", $used === '' ? 'none' : $used);
        $allowed = $given->int('native-crashes', max(1, intdiv($trials->ran, self::VALUES_PER_NATIVE_CRASH)));
        $tooMany = $this->nativeCrashes > $allowed;
        if ($tooMany) {
            echo "differential: serialize() crashes too often for a comparison\n";
        }
        ksort($this->written);
        if ($given->has('digest')) {
            printf("all that was written: %s\n", hash('xxh64', implode(' ', $this->written)));
        }

        return $trials->end("$trials->ran values" . ($this->nativeCrashes > 0 ? ", $this->nativeCrashes not compared because serialize() itself crashed" : ''), !$tooMany);
    }

    /** @param list<string> $arguments */
    public function selfTest(array $arguments): int
    {
        $given = Arguments::parse($arguments, ['runs', 'seed']);
        self::settle();
        $runs = $given->int('runs', 1500);
        $maker = new TrialMaker($given->int('seed', 1));
        $clean = self::firstDifference(new Runner($maker, Codecs::native()), $runs);
        printf("%-38s %s\n", 'native', $clean === null ? 'no difference, as it must be' : 'DIFFERS FROM ITSELF at ' . $clean);
        $missed = 0;
        foreach (Broken::FAULTS as $fault) {
            $found = self::firstDifference(new Runner($maker, Broken::named($fault)), $runs);
            printf("%-38s %s\n", $fault, $found === null ? 'NOT FOUND' : 'found at value ' . $found);
            $missed += $found === null ? 1 : 0;
        }
        $blamed = self::blamesTheRightSide($maker, $runs);
        printf("differential self-test: %d faults, %d missed, %d values each at most\n", count(Broken::FAULTS), $missed, $runs);

        return $clean === null && $missed === 0 && $blamed ? 0 : 1;
    }

    /** A crash of one side must be distinguished from a crash of the other, and from no crash. */
    private static function blamesTheRightSide(TrialMaker $maker, int $runs): bool
    {
        $crashing = Broken::named('it crashes');
        $runner = new Runner($maker, $crashing);
        $crashes = $wrong = [];
        $forks = new Forks(
            static function (int $index) use ($runner): null {
                $runner->run($index);

                return null;
            },
            static fn(int $index, array $result) => null,
            static function (int $index) use (&$crashes): void {
                $crashes[] = $index;
            },
        );
        $forks->run(0, $runs);
        foreach ($crashes as $index) {
            $blamed = array_map(
                static fn(Blame $blame): bool => $blame->isNative($index),
                [new Blame($maker, $crashing, Codecs::native()), new Blame($maker, Codecs::native(), $crashing), new Blame($maker, $crashing, $crashing)],
            );
            if ($blamed !== [true, false, false]) {
                $wrong[] = $index;
            }
        }
        $right = $crashes !== [] && $wrong === [];
        printf("%-38s %s\n", 'who crashed', $right ? 'told apart ' . count($crashes) . ' times' : 'NOT TOLD APART at ' . implode(', ', $wrong) . ' of ' . count($crashes));

        return $right;
    }

    private static function firstDifference(Runner $runner, int $runs): ?int
    {
        $found = null;
        $note = static function (int $index) use (&$found): void {
            $found ??= $index;
        };
        $forks = new Forks(
            static fn(int $index): ?array => $runner->run($index)['difference'] === null ? null : ['found' => true],
            static fn(int $index, array $result) => $note($index),
            static fn(int $index, string $how) => $note($index),
            chunk: 50,
        );
        for ($from = 0; $from < $runs && $found === null; $from += 50) {
            $forks->run($from, min(50, $runs - $from));
        }

        return $found;
    }

    /** @param array<string, mixed> $result */
    private function report(int $index, array $result): void
    {
        $family = is_string($result['family'] ?? null) ? $result['family'] : '?';
        $outcome = is_string($result['outcome'] ?? null) ? $result['outcome'] : '?';
        $this->written[$index] = is_string($result['written'] ?? null) ? $result['written'] : '';
        $this->families[$family][$outcome] = ($this->families[$family][$outcome] ?? 0) + 1;
        foreach (is_array($result['rules'] ?? null) ? $result['rules'] : [] as $rule) {
            if (is_string($rule)) {
                $this->rules[$rule] = ($this->rules[$rule] ?? 0) + 1;
            }
        }
    }

    private function crashed(Trials $trials, int $index, string $how, Blame $blame): void
    {
        if ($blame->isNative($index)) {
            $this->nativeCrashes++;
            printf("serialize() or unserialize() itself %s (--seed=%d --only=%d)\n", $how, $this->seed, $index);
        } else {
            $trials->found($index, "the process $how");
        }
    }

    private function statistics(): void
    {
        ksort($this->families);
        foreach ($this->families as $family => $outcomes) {
            ksort($outcomes);
            $texts = array_map(static fn(string $name, int $count): string => $name . ' ' . $count, array_keys($outcomes), $outcomes);
            printf("  %-12s %s\n", $family, implode(', ', $texts));
        }
    }

    /** Whatever php.ini says, the test runs in one world. */
    private static function settle(): void
    {
        gc_disable();
        error_reporting(E_ALL);
        set_error_handler(static fn(): bool => true); // hooks of values that are no longer observed may still warn
        foreach (['memory_limit' => '1G', 'display_errors' => 'stderr', 'zend.exception_ignore_args' => '1', 'precision' => '17', 'serialize_precision' => '-1', 'unserialize_max_depth' => '4096'] as $name => $value) {
            ini_set($name, $value);
        }
    }
}
