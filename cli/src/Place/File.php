<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Place;

use Lyo\Tools\Dump\Text;
use Lyo\Tools\Packed\Algorithm;
use Lyo\Tools\Store\NewFile;
use RuntimeException;

use function error_clear_last;
use function error_get_last;
use function file_exists;
use function file_get_contents;
use function is_dir;
use function is_link;
use function lstat;
use function preg_match;
use function preg_replace;
use function realpath;
use function rename;
use function stat;
use function strlen;
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

    public function packed(): ?Algorithm
    {
        return null;
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
        return $this->put($this->target(), $new, fn(): bool => $this->read() === $old);
    }

    /** Replaces the contents of the file, or creates it. */
    public function write(string $data): void
    {
        $path = $this->target();
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

    /** Returns the file that is replaced: if there is a link, the one that it leads to. Root does not follow links of other users. */
    private function target(): string
    {
        if (!is_link($this->path) || !file_exists($this->path)) {
            return $this->path;
        }
        $link = lstat($this->path);
        $file = stat($this->path);
        if (NewFile::isRoot() && $link !== false && $file !== false && $link['uid'] !== 0 && $link['uid'] !== $file['uid']) {
            throw new RuntimeException("$this->path: is a link of another user to a file that is not theirs");
        }
        return (string) realpath($this->path);
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
        return NewFile::inFolderOf($path, static function () use ($path, $data, $ready, $there): bool {
            $near = NewFile::near($path);
            NewFile::create($near, $data, $there === false ? 0666 & ~umask() : $there['mode']) || throw self::failure($path);
            try {
                if ($there !== false) {
                    NewFile::give($near, $there);
                }
                if (!$ready()) {
                    return false;
                }
                return @rename($near, $path) ?: throw self::failure($path);
            } finally {
                is_link($near) || file_exists($near) ? @unlink($near) : null;
            }
        });
    }

    /** Returns an exception with the reason from PHP's last error. */
    private static function failure(string $path): RuntimeException
    {
        $message = error_get_last()['message'] ?? 'unknown reason';
        $reason = preg_match('/errno=\d+ (.+)/', $message, $match) === 1 ? $match[1] : (string) preg_replace('/^.*: /', '', $message);
        return new RuntimeException("$path: $reason");
    }
}
