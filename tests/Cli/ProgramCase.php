<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use PHPUnit\Framework\TestCase;

use function array_map;
use function bin2hex;
use function dirname;
use function escapeshellarg;
use function exec;
use function file_get_contents;
use function file_put_contents;
use function implode;
use function is_dir;
use function mkdir;
use function proc_close;
use function proc_open;
use function random_bytes;
use function realpath;
use function sys_get_temp_dir;

/** A test of the program lyo, as a shell starts it, in a folder of its own. */
abstract class ProgramCase extends TestCase
{
    protected const ROOT = __DIR__ . '/../..';

    protected string $folder;

    protected function setUp(): void
    {
        $this->folder = sys_get_temp_dir() . '/lyo-program-' . bin2hex(random_bytes(6));
        mkdir($this->folder);
    }

    protected function tearDown(): void
    {
        if (isset($this->folder)) { // it is not where the test is skipped
            exec('rm -rf ' . escapeshellarg($this->folder));
        }
    }

    protected static function php(): string
    {
        return escapeshellarg(PHP_BINARY) . ' -n';
    }

    protected static function program(): string
    {
        return self::php() . ' ' . escapeshellarg((string) realpath(self::ROOT . '/bin/lyo'));
    }

    /** Writes a file of the folder. */
    protected function put(string $file, string $contents): string
    {
        $path = "$this->folder/$file";
        is_dir(dirname($path)) || mkdir(dirname($path), recursive: true);
        file_put_contents($path, $contents);

        return $path;
    }

    protected function get(string $file): string
    {
        return (string) file_get_contents("$this->folder/$file");
    }

    /** @return array{int, string, string} status, standard output, standard error */
    protected function lyo(string ...$arguments): array
    {
        return $this->shell(self::program() . ' ' . implode(' ', array_map(escapeshellarg(...), $arguments)));
    }

    /**
     * @param resource|null $to where the output goes; by default to what is returned
     *
     * @return array{int, string, string} status, standard output, standard error
     */
    protected function shell(string $command, $to = null): array
    {
        $process = proc_open(['sh', '-c', $command], [['file', '/dev/null', 'r'], $to ?? ['file', "$this->folder/.out", 'w'], ['file', "$this->folder/.errors", 'w']], $pipes, $this->folder);
        self::assertIsResource($process);
        $status = proc_close($process);

        return [$status, $to === null ? $this->get('.out') : '', $this->get('.errors')];
    }
}
