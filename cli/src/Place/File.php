<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Place;

use Lyo\Tools\Dump\Text;
use RuntimeException;

use function basename;
use function chgrp;
use function chmod;
use function chown;
use function dirname;
use function error_clear_last;
use function error_get_last;
use function fclose;
use function fflush;
use function file_exists;
use function file_get_contents;
use function fopen;
use function fsync;
use function fwrite;
use function is_dir;
use function is_link;
use function preg_match;
use function preg_replace;
use function realpath;
use function rename;
use function stat;
use function strlen;
use function tempnam;
use function umask;
use function unlink;

/** A file. It is replaced with rename(), so that a process that reads it gets either all of the old bytes or all of the new ones. */
final class File implements Place
{
    public function __construct(private readonly string $path) {}

    public function name(): string
    {
        return Text::plain($this->path);
    }

    public function read(): string
    {
        if (is_dir($this->path)) {
            throw new RuntimeException("$this->path: is a directory");
        }
        error_clear_last();
        $data = @file_get_contents($this->path);
        return $data !== false ? $data : throw self::failure($this->path);
    }

    public function replace(string $old, string $new): bool
    {
        $path = is_link($this->path) ? (string) realpath($this->path) : $this->path;
        return $this->put($path, $new, fn(): bool => $this->read() === $old);
    }

    /** Replaces the contents of the file, or creates it. */
    public function write(string $data): void
    {
        $path = is_link($this->path) && file_exists($this->path) ? (string) realpath($this->path) : $this->path;
        if (file_exists($path) && !is_file($path)) { // such as /dev/null or a pipe
            error_clear_last();
            if (is_dir($path)) {
                throw new RuntimeException("$path: is a directory");
            }
            @file_put_contents($path, $data) === strlen($data) || throw self::failure($path);
            return;
        }
        $this->put($path, $data, static fn(): bool => true);
    }

    /**
     * Writes a new file and renames it.
     *
     * @param callable(): bool $ready called just before the rename; returns false to give up
     *
     * @return bool false if $ready returned false
     */
    private function put(string $path, string $data, callable $ready): bool
    {
        error_clear_last();
        $there = @stat($path);
        error_clear_last();
        $near = @tempnam(dirname($path), '.' . basename($path) . '.');
        if ($near === false || realpath(dirname($near)) !== realpath(dirname($path))) { // tempnam() falls back to another folder
            $near === false || unlink($near);
            throw new RuntimeException("$path: cannot be written: no file can be made in its folder");
        }
        try {
            $stream = @fopen($near, 'wb');
            if ($stream === false || @fwrite($stream, $data) !== strlen($data) || !@fflush($stream) || !@fsync($stream) || !fclose($stream)) {
                throw self::failure($path);
            }
            chmod($near, $there === false ? 0666 & ~umask() : $there['mode'] & 07777);
            if ($there !== false) { // this fails without a message if the process is not root, and the file has a new owner then
                @chown($near, $there['uid']);
                @chgrp($near, $there['gid']);
            }
            if (!$ready()) {
                return false;
            }
            return @rename($near, $path) ?: throw self::failure($path);
        } finally {
            file_exists($near) && unlink($near);
        }
    }

    /** Returns an exception with the reason from PHP's last error. */
    private static function failure(string $path): RuntimeException
    {
        $message = error_get_last()['message'] ?? 'unknown reason';
        $reason = preg_match('/errno=\d+ (.+)/', $message, $match) === 1 ? $match[1] : (string) preg_replace('/^.*: /', '', $message);
        return new RuntimeException("$path: $reason");
    }
}
