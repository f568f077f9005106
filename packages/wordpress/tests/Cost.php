<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\WordPress\Tests;

use RuntimeException;

/** What a page costs. */
final class Cost
{
    private const PAGES = ['/', '/?p=10', '/?cat=2'];

    public function __construct(private readonly Site $site, private readonly bool $extension) {}

    /** Bytes of memory at the peak of the front page. */
    public function peak(): int
    {
        $this->site->start($this->extension);
        $this->pages(3);
        [, $body] = $this->site->request('/');
        $this->site->stop();
        return preg_match('/<!-- (\d+) \d+ -->$/', $body, $match) === 1 ? (int) $match[1] : throw new RuntimeException('no peak');
    }

    /** Instructions of one page. */
    public function instructions(int $rounds): float
    {
        $log = "{$this->site->folder}/callgrind.log";
        is_file($log) && unlink($log);
        // Files are compiled once, and not below callgrind. OPcache keeps in compiled code which extensions are loaded.
        $compiled = "{$this->site->folder}/opcache-" . (int) $this->extension;
        is_dir($compiled) || mkdir($compiled);
        $options = '-d opcache.validate_timestamps=0 -d opcache.file_cache=' . escapeshellarg($compiled);
        $this->site->start($this->extension, '', $options);
        $this->pages(2);
        $this->site->start($this->extension, 'valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file=/dev/null --log-file=' . escapeshellarg($log), $options);
        $this->pages(1);
        $pid = $this->site->pid();
        Command::run("callgrind_control -i on $pid");
        $this->pages($rounds);
        Command::run("callgrind_control -i off $pid");
        $this->site->stop();
        return preg_match('/Collected : (\d+)/', (string) file_get_contents($log), $match) === 1 ? (int) $match[1] / $rounds / count(self::PAGES) : throw new RuntimeException('callgrind has counted nothing');
    }

    public function start(): void
    {
        $this->site->start($this->extension, '', '-d opcache.validate_timestamps=0');
        $this->pages(5);
    }

    public function stop(): void
    {
        $this->site->stop();
    }

    /** Nanoseconds of CPU of one page. */
    public function cpu(): float
    {
        $time = fn(): float => (float) strtok((string) file_get_contents("/proc/{$this->site->pid()}/schedstat"), ' ');
        $before = $time();
        $this->pages(3);
        return ($time() - $before) / 3 / count(self::PAGES);
    }

    private function pages(int $rounds): void
    {
        for ($i = 0; $i < $rounds; $i++) {
            foreach (self::PAGES as $url) {
                [$status] = $this->site->request($url);
                $status === 200 || throw new RuntimeException("$url: status $status");
            }
        }
    }
}
