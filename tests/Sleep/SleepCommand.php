<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use InvalidArgumentException;
use Lyo\Tests\Support\Arguments;
use Lyo\Tests\Support\Trials;
use RuntimeException;

/** The command line of the test of __sleep(). */
final class SleepCommand
{
    private int $seed = 1;

    private int $encodes = 0;

    /** @var array<string, int> trials with that body of a hook */
    private array $hooks = [];

    /** @param list<string> $arguments */
    public function main(array $arguments): int
    {
        try {
            $given = Arguments::parse($arguments, [...Trials::OPTIONS, 'opcache', 'selftest']);
            $this->seed = $given->int('seed', 1);
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
        $trials = Trials::given('sleep', $given, 3000, 3);
        $trials->run(static fn(int $index): array => $runner->run($index), $this->report(...));
        $missing = array_diff(array_keys(Hooks::all()), array_keys($this->hooks));
        $all = $missing === [] || $trials->planned < count(Hooks::all());
        if (!$all) {
            printf("sleep: never drawn: %s\n", implode(', ', $missing));
        }

        return $trials->end(sprintf('%d trials%s, %d encodes, %d kinds of hooks', $trials->ran, $given->has('opcache') ? ' with opcache' : '', $this->encodes, count($this->hooks)), $all);
    }

    /** serialize() itself shows no difference; with each of the faults it does. */
    private function selfTest(int $runs): int
    {
        $missed = 0;
        foreach ([Planted::NONE, ...Planted::FAULTS] as $fault) {
            $runner = new Runner(new ScenarioMaker($this->seed), null, $fault);
            $trials = new Trials('sleep', $runs, $this->seed);
            $trials->run(static fn(int $index): array => $runner->run($index), static fn(int $index, array $result) => null);
            $wrong = $trials->ran < $runs || ($trials->found === 0) === ($fault !== Planted::NONE);
            printf("%-60s %s%s\n", $fault, $trials->found === 0 ? 'no difference' : "$trials->found differences", $wrong ? ': WRONG' : '');
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
