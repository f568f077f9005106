<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Support;

use Closure;
use RuntimeException;

/**
 * Runs numbered work in forked children, so that a crash or a hang costs one number and is reported with it.
 *
 * A child announces each number before it begins it, and sends what the work returned; both as lines over a socket.
 */
final class Forks
{
    /** @var array<int, array{socket: resource, buffer: string, index: int, last: int}> by process id */
    private array $children = [];

    private int $done = 0;

    /**
     * @param Closure(int): ?array<string, mixed> $work   in the child
     * @param Closure(int, array<string, mixed>): void $report in the parent, for each result that is not null
     * @param Closure(int, string): void $crash           in the parent: the number during which a child died, and how
     */
    public function __construct(
        private readonly Closure $work,
        private readonly Closure $report,
        private readonly Closure $crash,
        private readonly int $jobs = 1,
        private readonly int $chunk = 250,
        private readonly int $seconds = 180,
    ) {}

    /** @return int how many numbers of $from … $from + $count - 1 were worked on, crashes included */
    public function run(int $from, int $count): int
    {
        if (!function_exists('pcntl_fork')) {
            return $this->inProcess($from, $count);
        }
        $pending = [];
        for ($start = $from; $start < $from + $count; $start += $this->chunk) {
            $pending[] = [$start, min($start + $this->chunk, $from + $count) - 1];
        }
        while ($pending !== [] || $this->children !== []) {
            while ($pending !== [] && count($this->children) < $this->jobs) {
                [$first, $last] = array_shift($pending);
                $this->start($first, $last);
            }
            foreach ($this->poll() as [$index, $last]) {
                if ($index < $last) {
                    array_unshift($pending, [$index + 1, $last]);
                }
            }
        }

        return $this->done;
    }

    private function inProcess(int $from, int $count): int
    {
        for ($index = $from; $index < $from + $count; $index++) {
            $result = ($this->work)($index);
            if ($result !== null) {
                ($this->report)($index, $result);
            }
            $this->done++;
        }

        return $this->done;
    }

    private function start(int $first, int $last): void
    {
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, STREAM_IPPROTO_IP);
        if ($pair === false) {
            throw new RuntimeException('no socket pair');
        }
        $pid = pcntl_fork();
        if ($pid === -1) {
            throw new RuntimeException('fork failed');
        }
        if ($pid === 0) {
            fclose($pair[0]);
            $this->child($pair[1], $first, $last);
        }
        fclose($pair[1]);
        $this->children[$pid] = ['socket' => $pair[0], 'buffer' => '', 'index' => $first - 1, 'last' => $last];
    }

    /** @param resource $socket */
    private function child($socket, int $first, int $last): never
    {
        for ($index = $first; $index <= $last; $index++) {
            fwrite($socket, 'K' . $index . "\n");
            pcntl_alarm($this->seconds);
            $result = ($this->work)($index);
            if ($result !== null) {
                fwrite($socket, 'R' . base64_encode(json_encode($result, JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR)) . "\n");
            }
        }
        pcntl_alarm(0);
        fwrite($socket, "E\n");
        fflush($socket);
        // From here on no code of the trials may run or print. The parent has all that it needs.
        exit(0);
    }

    /** @return list<array{int, int}> of children that died early: the number it died in, the last of its chunk */
    private function poll(): array
    {
        $read = array_map(static fn(array $child) => $child['socket'], $this->children);
        $write = $except = null;
        if ($read === [] || stream_select($read, $write, $except, 1) < 1) {
            return [];
        }
        $died = [];
        foreach (array_keys($read) as $pid) {
            $data = fread($this->children[$pid]['socket'], 65536);
            if ($data !== false && $data !== '') {
                $this->children[$pid]['buffer'] .= $data;
                $this->lines($pid);
            } elseif (feof($this->children[$pid]['socket'])) {
                array_push($died, ...$this->end($pid));
            }
        }

        return $died;
    }

    private function lines(int $pid): void
    {
        $lines = explode("\n", $this->children[$pid]['buffer']);
        $this->children[$pid]['buffer'] = (string) array_pop($lines);
        foreach ($lines as $line) {
            if ($line[0] === 'K') {
                $this->done++;
                $this->children[$pid]['index'] = (int) substr($line, 1);
            } elseif ($line[0] === 'R') {
                $result = json_decode((string) base64_decode(substr($line, 1), true), true, 512, JSON_THROW_ON_ERROR);
                ($this->report)($this->children[$pid]['index'], is_array($result) ? array_filter($result, is_string(...), ARRAY_FILTER_USE_KEY) : []);
            } else {
                $this->children[$pid]['index'] = PHP_INT_MAX;
            }
        }
    }

    /** @return list<array{int, int}> */
    private function end(int $pid): array
    {
        ['index' => $index, 'last' => $last, 'socket' => $socket] = $this->children[$pid];
        fclose($socket);
        unset($this->children[$pid]);
        pcntl_waitpid($pid, $status);
        if ($index === PHP_INT_MAX) {
            return [];
        }
        if (!is_int($status)) {
            throw new RuntimeException('no status of process ' . $pid);
        }
        $signal = pcntl_wifsignaled($status) ? pcntl_wtermsig($status) : 0;
        ($this->crash)($index, match ($signal) {
            0 => 'exited with ' . pcntl_wexitstatus($status),
            SIGALRM => 'hung for ' . $this->seconds . ' seconds',
            SIGKILL => 'was killed',
            default => 'died of signal ' . $signal,
        });

        return [[$index, $last]];
    }
}
