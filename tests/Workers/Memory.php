<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Workers;

/** What a process needs, noted after each tenth of the requests. The first note is what the others are compared with. */
final class Memory
{
    /** So much may PHP's memory be above that after the first tenth, and so much the memory of the process. */
    private const PHP = 64 << 10;
    private const PROCESS = 4 << 20;

    /** @var list<array{requests: int, php: int, process: int, lyo: int}> */
    private array $notes = [];

    /** @var list<string> */
    private array $beyond = [];

    public function note(int $requests): void
    {
        gc_collect_cycles();
        $lyo = function_exists('lyo_status') ? $this->status($requests) : 0;
        // The note is made before it is measured: from the second one on the list has room.
        $this->notes[] = ['requests' => $requests, 'php' => 0, 'process' => self::resident(), 'lyo' => $lyo];
        $this->notes[count($this->notes) - 1]['php'] = memory_get_usage();
    }

    /** @return list<string> */
    public function faults(): array
    {
        $faults = $this->beyond;
        foreach (['php' => ['PHP', self::PHP], 'process' => ['the process', self::PROCESS]] as $what => [$whose, $bound]) {
            $grown = max([0, ...array_column($this->notes, $what)]) - $this->notes[0][$what];
            $grown <= $bound || $faults[] = sprintf('memory of %s grew by %d bytes since the first tenth of the requests, %d are allowed', $whose, $grown, $bound);
        }

        return $faults;
    }

    public function summary(): string
    {
        $last = $this->notes[count($this->notes) - 1];

        return sprintf(
            'memory of PHP %+.1f kB and of the process %+.1f kB since the first tenth, now %.1f and %.1f MB, of which lyo keeps %.1f MB',
            ($last['php'] - $this->notes[0]['php']) / 1024,
            ($last['process'] - $this->notes[0]['process']) / 1024,
            $last['php'] / 1048576,
            $last['process'] / 1048576,
            $last['lyo'] / 1048576,
        );
    }

    public function table(): string
    {
        $table = "| requests | PHP, kB | process, kB | lyo keeps, kB |\n| ---: | ---: | ---: | ---: |\n";
        foreach ($this->notes as $note) {
            $table .= sprintf("| %s | %s | %s | %s |\n", number_format($note['requests']), ...array_map(static fn(int $bytes): string => number_format($bytes / 1024), [$note['php'], $note['process'], $note['lyo']]));
        }

        return $table;
    }

    /** Bytes that lyo keeps; each owner must keep its limit. */
    private function status(int $requests): int
    {
        $status = lyo_status();
        foreach ([$status['process'], $status['request']] as $owners) {
            foreach ($owners as $name => $owner) {
                if (is_array($owner) && $owner['bytes'] > $owner['limit']) {
                    $this->beyond[] = sprintf('after %d requests lyo_status() says %d bytes of %s, the limit is %d', $requests, $owner['bytes'], $name, $owner['limit']);
                }
            }
        }
        [$bytes, $limit] = [$status['process']['bytes'], $status['process']['limit']];
        if (!is_int($bytes) || !is_int($limit) || $bytes > $limit) {
            $this->beyond[] = "after $requests requests lyo_status() says that the process is above its limit";
        }

        return is_int($bytes) ? $bytes : 0;
    }

    /** The process's resident memory in bytes. */
    private static function resident(): int
    {
        return preg_match('/^VmRSS:\s+(\d+) kB/m', (string) file_get_contents('/proc/self/status'), $found) === 1 ? (int) $found[1] * 1024 : throw new \RuntimeException('no VmRSS');
    }
}
