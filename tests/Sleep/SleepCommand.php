<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use InvalidArgumentException;
use Lyo\Tests\Differential\Arguments;
use Lyo\Tests\Differential\Forks;
use RuntimeException;

/** The command line of the test of __sleep(). */
final class SleepCommand
{
    private int $shown = 3;

    private int $seed = 1;

    private int $differences = 0;

    private int $encodes = 0;

    /** @var array<string, int> trials with that body of a hook */
    private array $hooks = [];

    /** @param list<string> $arguments */
    public function main(array $arguments): int
    {
        try {
            $given = Arguments::parse($arguments, ['runs', 'seed', 'start', 'jobs', 'only', 'opcache', 'show', 'selftest']);
            $this->seed = $given->int('seed', 1);
            $this->shown = $given->int('show', 3);
            if (!extension_loaded('lyo')) {
                throw new RuntimeException('lyo_serialize() does not exist: run php with the extension loaded');
            }
            self::settle();
            $directory = $given->has('opcache') ? self::directory($given->int('runs', 3000)) : null;
        } catch (InvalidArgumentException|RuntimeException $problem) {
            fwrite(STDERR, $problem->getMessage() . "\n");

            return 2;
        }
        if ($given->has('selftest')) {
            return $this->selfTest($given->int('runs', 200));
        }
        $runner = new Runner(new ScenarioMaker($this->seed), $directory);
        $status = $given->has('only') ? (int) !$runner->show($given->int('only', 0)) : $this->all($given, $runner);
        if ($directory !== null) {
            array_map(unlink(...), glob($directory . '/*') ?: []);
            rmdir($directory);
        }

        return $status;
    }

    private function all(Arguments $given, Runner $runner): int
    {
        $planned = $given->int('runs', 3000);
        $began = microtime(true);
        $forks = new Forks(
            static fn(int $index): array => $runner->run($index),
            $this->report(...),
            fn(int $index, string $how) => $this->found($index, 'the process ' . $how),
            max(1, $given->int('jobs', 1)),
        );
        $ran = $forks->run($given->int('start', 0), $planned);
        $missing = array_diff(array_keys(Hooks::all()), array_keys($this->hooks));
        $all = $missing === [] || $planned < count(Hooks::all());
        if (!$all) {
            printf("sleep: never drawn: %s\n", implode(', ', $missing));
        }
        if ($ran < $planned) {
            printf("sleep: only %d of %d planned trials ran\n", $ran, $planned);
        }
        printf(
            "sleep: %d trials%s, %d encodes, %d kinds of hooks, %d differences (seed %d, %.0f s)\n",
            $ran,
            $given->has('opcache') ? ' with opcache' : '',
            $this->encodes,
            count($this->hooks),
            $this->differences,
            $this->seed,
            microtime(true) - $began,
        );

        return $ran < $planned || $this->differences > 0 || !$all ? 1 : 0;
    }

    /** serialize() itself shows no difference; with each of the faults it does. */
    private function selfTest(int $runs): int
    {
        $missed = 0;
        foreach ([Planted::NONE, ...Planted::FAULTS] as $fault) {
            $found = null;
            $runner = new Runner(new ScenarioMaker($this->seed), null, $fault);
            $forks = new Forks(
                static fn(int $index): array => $runner->run($index),
                static function (int $index, array $result) use (&$found): void {
                    $found ??= is_string($result['difference'] ?? null) ? $index : null;
                },
                static function (int $index) use (&$found): void {
                    $found ??= $index;
                },
            );
            $complete = $forks->run(0, $runs) === $runs;
            $wrong = !$complete || ($found === null) === ($fault !== Planted::NONE);
            printf("%-60s %s%s\n", $fault, $found === null ? 'no difference' : 'a difference at trial ' . $found, $wrong ? ': WRONG' : '');
            $missed += $wrong ? 1 : 0;
        }
        printf("sleep self-test: %d faults, %d wrong, %d trials each\n", count(Planted::FAULTS), $missed, $runs);

        return $missed === 0 ? 0 : 1;
    }

    /** @param array<string, mixed> $result */
    private function report(int $index, array $result): void
    {
        $this->encodes += is_int($result['encodes'] ?? null) ? $result['encodes'] : 0;
        foreach (is_array($result['hooks'] ?? null) ? $result['hooks'] : [] as $hook) {
            if (is_string($hook)) {
                $this->hooks[$hook] = ($this->hooks[$hook] ?? 0) + 1;
            }
        }
        $difference = is_string($result['difference'] ?? null) ? $result['difference'] : null;
        if ($difference !== null) {
            $this->found($index, $difference);
        }
    }

    private function found(int $index, string $difference): void
    {
        $this->differences++;
        if ($this->differences <= $this->shown) {
            printf("DIFFERENCE (--seed=%d --only=%d)\n%s\n", $this->seed, $index, $difference);
        } elseif ($this->differences === $this->shown + 1) {
            echo "more differences are counted, not shown\n";
        }
    }

    /** Whatever php.ini says, the test runs in one world. */
    private static function settle(): void
    {
        error_reporting(E_ALL);
        foreach (['memory_limit' => '1G', 'display_errors' => '0', 'log_errors' => '0', 'zend.exception_ignore_args' => '1', 'precision' => '17', 'serialize_precision' => '-1', 'unserialize_max_depth' => '4096'] as $name => $value) {
            ini_set($name, $value);
        }
        register_shutdown_function(static function (): void {
            $last = error_get_last();
            if ($last !== null && ($last['type'] & (E_ERROR | E_COMPILE_ERROR | E_CORE_ERROR | E_RECOVERABLE_ERROR)) !== 0) {
                fwrite(STDERR, 'fatal: ' . $last['message'] . "\n");
            }
        });
    }

    /** For classes in files, two for each trial. */
    private static function directory(int $runs): string
    {
        ini_set('opcache.file_update_protection', '0'); // else files younger than two seconds are not kept
        $status = function_exists('opcache_get_status') ? opcache_get_status(false) : false;
        $statistics = $status === false ? null : $status['opcache_statistics'] ?? null;
        $most = is_array($statistics) ? $statistics['max_cached_keys'] ?? 0 : null;
        if (!is_int($most)) {
            throw new RuntimeException('opcache does not run: php -d zend_extension=opcache -d opcache.enable_cli=1');
        }
        if ($runs > intdiv($most, 2)) {
            throw new RuntimeException(sprintf('opcache has room for %d trials, see opcache.max_accelerated_files', intdiv($most, 2)));
        }
        $directory = sys_get_temp_dir() . '/lyo-sleep-' . getmypid();
        if (!mkdir($directory, 0o700)) {
            throw new RuntimeException('no directory ' . $directory);
        }

        return $directory;
    }
}
