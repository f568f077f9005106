<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;
use RuntimeException;
use SplFileInfo;

/**
 * A copy of all files that a counting worker loads, in a folder whose name has the same length on every machine. Paths are strings
 * in PHP's memory, so a longer path would move everything after it, and change the counts.
 */
final readonly class Place
{
    private const COPIED = ['bench', 'samples', 'cli/src/Measure', 'tests/Corpus'];

    public string $folder;

    /** @var list<string> */
    public array $modules;

    /** @param list<string> $modules those with a slash are files, which are copied */
    public function __construct(array $modules)
    {
        $this->folder = rtrim(sys_get_temp_dir(), '/') . '/lyo-bench-' . bin2hex(random_bytes(4));
        foreach (self::COPIED as $part) {
            self::copy(dirname(__DIR__) . '/' . $part, $this->folder . '/' . $part);
        }
        $placed = [];
        foreach ($modules as $module) {
            $copy = $this->folder . '/' . basename($module);
            if (!str_contains($module, '/')) {
                $placed[] = $module;
            } elseif (copy($module, $copy)) {
                $placed[] = $copy;
            } else {
                throw new RuntimeException('cannot copy ' . $module);
            }
        }
        $this->modules = $placed;
    }

    /** @return list<string> the start of a command */
    public function callgrind(): array
    {
        return ['valgrind', '--tool=callgrind', '--collect-atstart=no', '--callgrind-out-file=' . $this->files() . '%p', '--log-file=' . $this->folder . '/log'];
    }

    /** How the names of callgrind's files begin. */
    public function files(): string
    {
        return $this->folder . '/count.';
    }

    public function remove(): void
    {
        foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($this->folder, RecursiveDirectoryIterator::SKIP_DOTS), RecursiveIteratorIterator::CHILD_FIRST) as $file) {
            if ($file instanceof SplFileInfo) {
                $file->isDir() ? rmdir($file->getPathname()) : unlink($file->getPathname());
            }
        }
        rmdir($this->folder);
    }

    private static function copy(string $from, string $to): void
    {
        if (!mkdir($to, recursive: true)) {
            throw new RuntimeException('cannot make ' . $to);
        }
        foreach (new RecursiveDirectoryIterator($from, RecursiveDirectoryIterator::SKIP_DOTS) as $file) {
            if ($file instanceof SplFileInfo && $file->isDir()) {
                self::copy($file->getPathname(), $to . '/' . $file->getFilename());
            } elseif ($file instanceof SplFileInfo && $file->getExtension() === 'php') {
                copy($file->getPathname(), $to . '/' . $file->getFilename());
            }
        }
    }
}
