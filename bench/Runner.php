<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use Closure;
use RuntimeException;

/** Starts workers, each in a PHP with exactly the modules that are measured, and hands over what they print. */
final class Runner
{
    private const MODULES = ['ctype', 'tokenizer', 'pdo', '?pdo_sqlite', '?igbinary', '?msgpack'];

    /** @var array<int, Started> */
    private array $running = [];

    /** @var list<string> what every worker is started with */
    private readonly array $php;

    /** @param Closure(array<string, mixed>): void $report for each value: what Timing measured, or of Counting: name, text, refused, counts */
    public function __construct(
        private readonly Closure $report,
        private readonly int $jobs = 1,
        ?string $lyo = null,
        private readonly bool $cache = true,
    ) {
        $root = dirname(__DIR__);
        $build = getenv('BUILD') ?: 'build';
        $build = str_starts_with($build, '/') ? $build : $root . '/' . $build;
        $modules = [...self::MODULES, $lyo ?? $build . '/lyo.so', $build . '/bench-ext/modules/lyo_bench.so'];
        $command = shell_exec($root . '/tools/php.sh ' . implode(' ', array_map(escapeshellarg(...), $modules)));
        if (!is_string($command)) {
            throw new RuntimeException('the modules to measure are not there; `make bench-build` makes them');
        }
        $this->php = explode(' ', trim($command));
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
        $files = null;
        $command = [...$this->php, '-d', 'lyo.shape_cache=' . ($this->cache ? '1M' : '0'), __DIR__ . '/worker-main.php', $job->json()];
        // Nothing of the caller's environment: it stands on the stack and moves what is below.
        $environment = ['PATH' => getenv('PATH') ?: '/usr/bin:/bin'];
        if ($job->mode === Job::COUNT) {
            $files = (string) tempnam(sys_get_temp_dir(), 'lyo-bench-');
            $command = ['valgrind', '--tool=callgrind', '--collect-atstart=no', '--callgrind-out-file=' . $files . '.out', '--log-file=' . $files, ...$command];
            // The C library's copying counts by blocks, not by the bytes that "rep movsb" repeats.
            $environment['GLIBC_TUNABLES'] = 'glibc.cpu.x86_rep_movsb_threshold=0x7fffffff:glibc.cpu.x86_rep_stosb_threshold=0x7fffffff';
        }
        $process = proc_open($command, [0 => ['file', '/dev/null', 'r'], 1 => ['pipe', 'w'], 2 => STDERR], $pipes, null, $environment);
        if ($process === false || !is_resource($pipes[1] ?? null)) {
            throw new RuntimeException('cannot start ' . $command[0]);
        }
        $this->running[] = new Started($job, $process, $pipes[1], $files);
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
                if ($worker->files === null) {
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
        if ($worker->files !== null) {
            $this->lines($worker, Counting::read($worker->files . '.out'));
            array_map(unlink(...), [$worker->files, ...glob($worker->files . '.out*') ?: []]);
        }
        if ($status !== 0) {
            throw new RuntimeException('the worker for ' . $worker->job->application . ' ended with status ' . $status);
        }
    }

    /** @param array<string, array<string, int>> $counts */
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
            if ($worker->files !== null) {
                $result['counts'] = $counts[$result['name']] ?? [];
            }
            ($this->report)(array_filter($result, is_string(...), ARRAY_FILTER_USE_KEY));
        }
    }
}
