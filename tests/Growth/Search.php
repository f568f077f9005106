<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Growth;

use Closure;
use RuntimeException;

/** Gives tasks to workers, which run under callgrind, and reads what that has counted. */
final class Search
{
    public const SEPARATOR = '|';

    private const MODULES = ['pcntl', 'posix'];

    /** @var array<int, array{process: resource, input: resource, output: resource, folder: string}> */
    private array $workers = [];

    /** @var array<int, int> by worker: the task that it works on */
    private array $given = [];

    /** @var array<int, int> by worker: how many it has done */
    private array $done = [];

    private readonly string $folder;

    /**
     * @param string $build where the modules are
     * @param Closure(int, int): void $progress told how many tasks are done, of how many
     */
    public function __construct(private readonly string $build, private readonly int $jobs, private readonly Closure $progress)
    {
        $this->folder = rtrim(sys_get_temp_dir(), '/') . '/lyo-growth-' . bin2hex(random_bytes(4));
    }

    /**
     * @param list<Task> $tasks
     * @return list<Series>
     */
    public function run(array $tasks): array
    {
        $series = [];
        $next = 0;
        for (; $next < min($this->jobs, count($tasks)); $next++) {
            $this->start($next);
            $this->give($next, $next, $tasks[$next]);
        }
        for ($done = 0; $done < count($tasks);) {
            foreach ($this->answered() as $i) {
                array_push($series, ...Series::of($tasks[$this->given[$i]], $this->counts($this->workers[$i]['folder'], $this->done[$i]++)));
                ($this->progress)(++$done, count($tasks));
                if ($next < count($tasks)) {
                    $this->give($i, $next, $tasks[$next]);
                    $next++;
                }
            }
        }
        $this->stop();

        return $series;
    }

    private function start(int $i): void
    {
        $folder = $this->folder . '/' . $i;
        mkdir($folder, recursive: true);
        $modules = [...self::MODULES, $this->build . '/lyo.so', $this->build . '/igbinary.so', self::bench()];
        $php = shell_exec(dirname(__DIR__, 2) . '/tools/php.sh ' . implode(' ', array_map(escapeshellarg(...), $modules)));
        if (!is_string($php)) {
            throw new RuntimeException('a module is not there');
        }
        $command = [
            'valgrind', '--tool=callgrind', '--collect-atstart=no', '--dump-line=no', '--callgrind-out-file=' . $folder . '/count.%p', '--log-file=' . $folder . '/log',
            ...explode(' ', trim($php)), '-d', 'memory_limit=-1', '-d', 'lyo.shape_cache=8M', __DIR__ . '/worker-main.php',
        ];
        // the C library's copying counts by blocks, not by the bytes that "rep movsb" repeats
        $environment = ['PATH' => getenv('PATH') ?: '/usr/bin:/bin', 'GLIBC_TUNABLES' => 'glibc.cpu.x86_rep_movsb_threshold=0x7fffffff:glibc.cpu.x86_rep_stosb_threshold=0x7fffffff'];
        $process = proc_open($command, [0 => ['pipe', 'r'], 1 => ['pipe', 'w']], $pipes, null, $environment);
        if (!is_resource($process) || !isset($pipes[0], $pipes[1]) || !is_resource($pipes[0]) || !is_resource($pipes[1])) {
            throw new RuntimeException('cannot start valgrind');
        }
        $this->workers[$i] = ['process' => $process, 'input' => $pipes[0], 'output' => $pipes[1], 'folder' => $folder];
        $this->done[$i] = 0;
    }

    /** The module that counts, which is not among those that are searched. */
    private static function bench(): string
    {
        return (getenv('BUILD') ?: 'build') . '/bench-ext/modules/lyo_bench.so';
    }

    private function give(int $i, int $task, Task $what): void
    {
        $this->given[$i] = $task;
        fwrite($this->workers[$i]['input'], $what->json() . "\n");
    }

    /** @return list<int> the workers that have done what they were given */
    private function answered(): array
    {
        $read = array_map(static fn(array $worker) => $worker['output'], $this->workers);
        $write = $except = null;
        if (stream_select($read, $write, $except, 600) === 0) {
            throw new RuntimeException('no worker has answered for 10 minutes');
        }
        $answered = [];
        foreach (array_keys($read) as $i) {
            if (fgets($this->workers[$i]['output']) === false) {
                throw new RuntimeException('a worker has ended; the messages of callgrind: ' . file_get_contents($this->workers[$i]['folder'] . '/log'));
            }
            $answered[] = $i;
        }

        return $answered;
    }

    /** @return array<string, array<int, int>> instructions by operation and size */
    private function counts(string $folder, int $number): array
    {
        $counts = [];
        foreach (glob($folder . '/count.*') ?: [] as $file) {
            $text = (string) file_get_contents($file);
            unlink($file);
            if (preg_match('/^desc: Trigger: Client Request: (.*)$/m', $text, $trigger) !== 1 || preg_match('/^totals: (\d+)/m', $text, $total) !== 1) {
                continue;
            }
            [$of, $size, $operation] = explode(self::SEPARATOR, $trigger[1]) + ['', '', ''];
            if ((int) $of !== $number) {
                throw new RuntimeException('a count of another task');
            }
            $counts[$operation][(int) $size] = (int) $total[1];
        }

        return $counts;
    }

    private function stop(): void
    {
        foreach ($this->workers as $worker) {
            fclose($worker['input']);
            fclose($worker['output']);
            proc_close($worker['process']);
            array_map(unlink(...), glob($worker['folder'] . '/*') ?: []);
            rmdir($worker['folder']);
        }
        $this->workers = [];
        if (is_dir($this->folder)) {
            rmdir($this->folder);
        }
    }
}
