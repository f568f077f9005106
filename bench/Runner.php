<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Closure;
use RuntimeException;

/** Starts workers, each in a PHP with exactly the modules that are measured, and hands over what they print. */
final class Runner
{
    private const MODULES = ['ctype', 'tokenizer', 'pdo', '?pdo_sqlite', '?igbinary', '?msgpack', 'pcntl'];

    /** @var array<int, Started> */
    private array $running = [];

    /** @var list<string> what every worker is started with */
    private readonly array $modules;

    /**
     * @param Closure(array<string, mixed>): void $report for each value: what Timing measured, or name, text, hash, refused and counts of Counting; and application, cold
     * @param string $disable lyo.disable
     */
    public function __construct(
        private readonly Closure $report,
        private readonly int $jobs = 1,
        ?string $lyo = null,
        ?string $igbinary = null,
        private readonly string $disable = '',
    ) {
        $root = dirname(__DIR__);
        $build = getenv('BUILD') ?: 'build';
        $build = str_starts_with($build, '/') ? $build : $root . '/' . $build;
        $modules = array_map(static fn(string $module): string => $igbinary !== null && $module === '?igbinary' ? $igbinary : $module, self::MODULES);
        $this->modules = [...$modules, $lyo ?? $build . '/lyo.so', $build . '/bench-ext/modules/lyo_bench.so'];
    }

    /**
     * @param list<string> $modules
     * @return list<string> the start of a command
     */
    private static function php(array $modules): array
    {
        $command = shell_exec(dirname(__DIR__) . '/tools/php.sh ' . implode(' ', array_map(escapeshellarg(...), $modules)));

        return is_string($command) ? explode(' ', trim($command)) : throw new RuntimeException('the modules to measure are not there; `make bench-build` makes them');
    }

    /** The version of an extension as workers load it, or in that file. */
    public static function version(string $module, ?string $file = null): string
    {
        $command = [...self::php([$file ?? '?' . $module]), '-r', 'echo phpversion($argv[1]);', '--', $module];

        return trim((string) shell_exec(implode(' ', array_map(escapeshellarg(...), $command))));
    }

    /** @return list<string> options that switch OPcache on */
    private function opcache(): array
    {
        $command = [...self::php([]), '-r', 'echo ini_get("extension_dir"), "\n", (int) extension_loaded("Zend OPcache");'];
        [$folder, $builtIn] = explode("\n", trim((string) shell_exec(implode(' ', array_map(escapeshellarg(...), $command))))) + ['', '0'];

        return Code::flags($folder, $builtIn === '1');
    }

    /** @return list<string> what lyo.disable can name, as the module tells when it refuses a value */
    public static function mechanisms(?string $lyo): array
    {
        $command = [...self::php([$lyo ?? (getenv('BUILD') ?: 'build') . '/lyo.so']), '-d', 'display_errors=1', '-d', 'lyo.disable=?', '-r', ''];
        $said = (string) shell_exec(implode(' ', array_map(escapeshellarg(...), $command)));

        return preg_match('/must be names of (.+), "\?" is ignored/', $said, $match) === 1
            ? preg_split('/, | and /', $match[1]) ?: []
            : throw new RuntimeException('the module does not tell what lyo.disable can name: ' . $said);
    }

    /** @param list<Job> $jobs */
    public function run(array $jobs): void
    {
        while ($jobs !== [] || $this->running !== []) {
            while ($jobs !== [] && count($this->running) < $this->jobs) {
                $this->start(array_shift($jobs));
            }
            $this->poll();
        }
    }

    private function start(Job $job): void
    {
        // Without the caller's environment: it is on the stack, and would change the addresses below it.
        $environment = ['PATH' => getenv('PATH') ?: '/usr/bin:/bin'];
        $place = null;
        if ($job->mode === Job::COUNT) {
            $place = new Place($this->modules);
            // Makes the C library copy in blocks. With "rep movsb" each byte would count as an instruction.
            $environment['GLIBC_TUNABLES'] = 'glibc.cpu.x86_rep_movsb_threshold=0x7fffffff:glibc.cpu.x86_rep_stosb_threshold=0x7fffffff';
        }
        $command = [
            ...($place === null ? [] : $place->callgrind()),
            ...self::php($place->modules ?? $this->modules), ...($job->compiled ? $this->opcache() : []),
            '-d', 'lyo.shape_cache=' . ($job->cold ? '0' : '1M'), '-d', 'lyo.disable=' . $this->disable,
            ($place === null ? __DIR__ : $place->folder . '/bench') . '/worker-main.php', $job->json(),
        ];
        $process = proc_open($command, [0 => ['file', '/dev/null', 'r'], 1 => ['pipe', 'w']], $pipes, $place?->folder, $environment);
        if ($process === false || !is_resource($pipes[1] ?? null)) {
            throw new RuntimeException('cannot start ' . $command[0]);
        }
        $this->running[] = new Started($job, $process, $pipes[1], $place);
    }

    private function poll(): void
    {
        $read = array_map(static fn(Started $worker) => $worker->output, $this->running);
        $write = $except = null;
        if ($read === [] || stream_select($read, $write, $except, 10) === 0) {
            return;
        }
        foreach (array_keys($read) as $key) {
            $worker = $this->running[$key];
            $data = fread($worker->output, 1 << 16);
            if ($data !== false && $data !== '') {
                $worker->buffer .= $data;
                if ($worker->place === null) {
                    $this->lines($worker, []);
                }
            } elseif (feof($worker->output)) {
                unset($this->running[$key]);
                $this->end($worker);
            }
        }
    }

    private function end(Started $worker): void
    {
        fclose($worker->output);
        $status = proc_close($worker->process);
        if ($worker->place !== null) {
            $this->lines($worker, Counting::read($worker->place->files()));
            $worker->place->remove();
        }
        if ($status !== 0) {
            throw new RuntimeException('the worker for ' . $worker->job->application . ' ended with status ' . $status);
        }
    }

    /** @param array<string, array<string, array{total: int, functions: array<string, int>}>> $counts */
    private function lines(Started $worker, array $counts): void
    {
        $lines = explode("\n", $worker->buffer);
        $worker->buffer = (string) array_pop($lines);
        foreach ($lines as $line) {
            $result = json_decode($line, true, 16, JSON_THROW_ON_ERROR);
            if (!is_array($result) || !is_string($result['name'] ?? null)) {
                throw new RuntimeException('a worker printed ' . $line);
            }
            $result['application'] = $worker->job->application;
            $result['cold'] = $worker->job->cold;
            if ($worker->place !== null) {
                $of = $counts[$result['name']] ?? [];
                $result['counts'] = array_map(static fn(array $count): int => $count['total'], $of);
                $result += $worker->job->functions ? ['functions' => array_map(static fn(array $count): array => $count['functions'], $of)] : [];
            }
            ($this->report)(array_filter($result, is_string(...), ARRAY_FILTER_USE_KEY));
        }
    }
}
