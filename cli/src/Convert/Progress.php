<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Convert;

use RuntimeException;

use function fclose;
use function fflush;
use function file_get_contents;
use function fopen;
use function fsync;
use function fwrite;
use function getmypid;
use function is_array;
use function is_file;
use function is_string;
use function json_decode;
use function json_encode;
use function rename;
use function strlen;
use function unlink;

/** A file with the progress of a conversion. It is replaced as a whole, so it is complete even if this process dies at any time. */
final readonly class Progress
{
    /** @param array<string, mixed> $job source, target and options; a conversion with others must not continue from this file */
    public function __construct(private string $file, private array $job) {}

    /**
     * @return array{string, Counts} the position to continue from, and the counts of the values before it
     *
     * @throws RuntimeException if the file has no progress in it, or that of another conversion
     */
    public function load(): array
    {
        if (!is_file($this->file)) {
            return ['', new Counts()];
        }
        $state = json_decode((string) @file_get_contents($this->file), true);
        if (!is_array($state) || !is_string($state['position'] ?? null) || !is_array($state['counts'] ?? null)) {
            throw new RuntimeException("$this->file: is not the state of a conversion");
        }
        if (json_encode($state['job'] ?? null) !== json_encode($this->job)) {
            throw new RuntimeException("$this->file: is of another conversion (give the same source and options, or another file)");
        }

        return [$state['position'], Counts::fromArray($state['counts'])];
    }

    /** @throws RuntimeException if the file cannot be written */
    public function save(string $position, Counts $counts): void
    {
        $bytes = json_encode(['job' => $this->job, 'position' => $position, 'counts' => $counts->toArray()], JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE) . "\n";
        $new = "$this->file." . getmypid();
        $stream = @fopen($new, 'wb');
        if ($stream === false || fwrite($stream, $bytes) !== strlen($bytes) || !fflush($stream) || !fsync($stream) || !fclose($stream) || !@rename($new, $this->file)) {
            @unlink($new);
            throw new RuntimeException("$this->file: cannot be written");
        }
    }

    public function remove(): void
    {
        @unlink($this->file);
    }
}
