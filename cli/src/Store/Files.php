<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use FilesystemIterator;
use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;
use RuntimeException;
use SplFileInfo;
use UnexpectedValueException;

use function array_filter;
use function bin2hex;
use function clearstatcache;
use function dirname;
use function fclose;
use function fflush;
use function file_exists;
use function file_get_contents;
use function filectime;
use function fileowner;
use function filesize;
use function flock;
use function fnmatch;
use function fopen;
use function fstat;
use function ftruncate;
use function function_exists;
use function fwrite;
use function getmypid;
use function is_dir;
use function is_file;
use function is_link;
use function is_string;
use function is_writable;
use function iterator_count;
use function link;
use function ltrim;
use function max;
use function min;
use function mkdir;
use function posix_get_last_error;
use function posix_kill;
use function preg_match;
use function random_bytes;
use function rename;
use function rewind;
use function stat;
use function strcspn;
use function stream_get_contents;
use function strlen;
use function strspn;
use function substr;
use function time;
use function unlink;

/**
 * A file, or all files below a folder. The key is the path relative to the folder. The head of a cache file is part of the data. When a file
 * is replaced, its modification time, mode and owner stay the same.
 *
 * How a file is replaced depends on how its application writes it. Symfony writes a new file and renames it. PHP's sessions and Laravel lock
 * the file and write into it. If such a file were replaced by a new one, what they are writing into the old one would be lost.
 *
 * The folder may belong to another user while this process runs as root. Therefore no symbolic link is followed. The names of helper files can
 * be guessed, so each of them is a new file, and an existing file is never opened for writing.
 */
final class Files implements Store, Receives, Skips, Counted
{
    private const SYMFONY = '/\A(\d{1,20})\n[^\n]{0,4000}\n/';
    private const LARAVEL = '/\A(\d{10})[abdisOCENS\xC1\0x]/';
    // Suffixes of helper files, before the id of the process. The files remain if the process is killed; mended() cleans them up.
    private const TAKEN = '.lyo-taken';
    private const JOURNAL = '.lyo-journal';
    private const NEW = '.lyo-new';
    private const HELPER = '/\A(.+)\.lyo-(taken|new|journal)(\d+)(?:-[0-9a-f]+)?\z/s';

    /** Number of files that items() has listed, and of those that there were at the beginning. */
    private int $listed = 0;
    private ?int $files = null;
    /** Number of files that items() has found taken away by a running process. */
    private int $taken = 0;
    /** Number of files and folders that this user may not read, and the name of the first. */
    private int $closed = 0;
    private ?string $hidden = null;

    /**
     * @param int $busy seconds after which a helper file counts as left behind, whatever process has its id now; a file is taken away for milliseconds
     */
    public function __construct(private readonly string $path, private readonly string $match = '*', private readonly int $busy = 60) {}

    public function items(?string $from = null, bool $values = false): iterable
    {
        if (!is_dir($this->path)) {
            yield $this->item($this->path, $this->path, (int) @filesize($this->path));
            return;
        }
        $this->mend();
        foreach ($this->tree() as $file) {
            $this->listed++;
            if (!$file instanceof SplFileInfo || preg_match(self::HELPER, $file->getPathname()) === 1 || $file->isLink() || $this->isClosed($file) || !$file->isFile()) {
                continue;
            }
            $path = $file->getPathname();
            $key = substr($path, strlen($this->path) + 1);
            if ($this->match === '*' || fnmatch($this->match, $key)) {
                yield $this->item($path, ltrim($key, '/'), (int) @filesize($path));
            }
        }
    }

    /** Cleans up helper files of processes that were killed, before any file is read, and counts all files. */
    private function mend(): void
    {
        $this->files = 0;
        foreach ($this->tree() as $file) {
            $this->files++;
            if ($file instanceof SplFileInfo && preg_match(self::HELPER, $file->getPathname(), $match) === 1 && !$file->isLink() && $file->isFile()) {
                [$path, $of, $kind, $process] = $match;
                NewFile::inFolderOf($path, fn() => $this->cleanUp($path, $of, $kind, (int) $process));
            }
        }
    }

    public function skipped(): array
    {
        return array_filter(['hidden' => $this->closed, 'busy' => $this->taken]);
    }

    public function hidden(): ?string
    {
        return $this->hidden;
    }

    /** Tells whether this user may not read a file or folder. If the pattern fits it, or may fit a file in it, it is counted. */
    private function isClosed(SplFileInfo $file): bool
    {
        $path = $file->getPathname();
        if ($file->isReadable() && (!$file->isDir() || $file->isExecutable())) {
            return false;
        }
        clearstatcache(true, $path);
        if (!file_exists($path)) { // deleted meanwhile
            return false;
        }
        $key = ltrim(substr($path, strlen($this->path) + 1), '/');
        $begin = substr($this->match, 0, strcspn($this->match, '*?[\\'));
        if ($file->isDir() ? str_starts_with("$key/", $begin) || str_starts_with($begin, "$key/") : fnmatch($this->match, $key)) {
            $this->closed++;
            $this->hidden ??= $key;
        }

        return true;
    }

    public function fraction(): float
    {
        $this->files ??= is_dir($this->path) ? iterator_count($this->tree()) : 1;

        return min(1.0, $this->listed / max(1, $this->files));
    }

    /** @return RecursiveIteratorIterator<RecursiveDirectoryIterator> all files and folders below the folder */
    private function tree(): RecursiveIteratorIterator
    {
        try {
            return new RecursiveIteratorIterator(
                new RecursiveDirectoryIterator($this->path, FilesystemIterator::SKIP_DOTS),
                RecursiveIteratorIterator::SELF_FIRST,
                RecursiveIteratorIterator::CATCH_GET_CHILD,
            );
        } catch (UnexpectedValueException) {
            throw new RuntimeException("$this->path cannot be read");
        }
    }

    public function get(string $key): ?Entry
    {
        return $this->read(is_dir($this->path) ? "$this->path/$key" : $this->path, $key);
    }

    public function again(Entry $entry): ?Entry
    {
        return $this->read(self::path($entry), $entry->key);
    }

    public function check(Entry $entry, string $data): void
    {
        $path = self::path($entry);
        $this->mayNotBeLink();
        // A file of Symfony is replaced by another file, others are written into.
        if (file_exists($path) && !is_writable(preg_match(self::SYMFONY, $entry->data) === 1 ? dirname($path) : $path)) {
            throw new RuntimeException("$path cannot be written");
        }
    }

    /** A folder is listed without its links. But the file that a user names may be one. */
    private function mayNotBeLink(): void
    {
        is_link($this->path) && !is_dir($this->path) && throw new CannotKeep('a symbolic link: name the file itself');
    }

    private static function path(Entry $entry): string
    {
        return is_string($entry->token) ? $entry->token : throw new NotWritable('this entry is not from a folder');
    }

    public function replace(Entry $entry, string $data): bool
    {
        $path = self::path($entry);
        $this->mayNotBeLink();

        return NewFile::inFolderOf($path, fn(): bool => preg_match(self::SYMFONY, $entry->data) === 1
            ? $this->exchange($path, $entry->data, $data) : $this->overwrite($path, $entry->data, $data));
    }

    public function has(string $key): bool
    {
        return file_exists("$this->path/$key");
    }

    public function add(Entry $entry, string $data): bool
    {
        $path = is_dir($this->path) ? "$this->path/$entry->key" : throw new CannotKeep('no folder');
        clearstatcache();
        $from = is_string($entry->token) ? @stat($entry->token) : false;
        if ($from === false || preg_match('~(?:\A|/)\.\.(?:/|\z)|\A/~', $entry->key) === 1) {
            throw new CannotKeep('no file of a folder');
        }
        if (!is_dir(dirname($path)) && !@mkdir(dirname($path), 0777, true) && !is_dir(dirname($path))) {
            throw new RuntimeException("$path: cannot be written");
        }
        $new = self::helper($path, self::NEW);
        $this->write($new, $data, $from['mode']);
        NewFile::touch($new, ['mtime' => $from['mtime'], 'atime' => $from['atime']] + (lstat($new) ?: $from));
        $added = @link($new, $path); // never over another file
        unlink($new);

        return $added;
    }

    private function item(string $path, string $key, int $bytes): Item
    {
        return new Item($key, $bytes, '', fn(): ?Entry => $this->read($path, $key));
    }

    private function read(string $path, string $key): ?Entry
    {
        $file = @fopen($path, 'rb');
        if ($file === false) {
            return null;
        }
        flock($file, LOCK_SH); // otherwise a file that is being written could be read in part
        $data = stream_get_contents($file);
        fclose($file);
        if ($data === false) {
            return null;
        }
        $expires = preg_match(self::SYMFONY, $data, $match) === 1 || preg_match(self::LARAVEL, $data, $match) === 1 ? (int) $match[1] : 0;
        // For items that never expire, Laravel writes 9999999999 and Symfony 0 or a time in the far future.
        $left = $expires > 0 && $expires < 9_999_999_999 ? max(0, $expires - time()) * 1000 : null;

        return new Entry($key, $data, $left, token: $path);
    }

    /**
     * Replaces a file that applications replace with rename(). Returns false if it does not have the data $old any more.
     *
     * A file cannot be compared and replaced in one step. So the file is first renamed and compared. Then the new file, or the renamed one if
     * it has changed, gets the old name through link(), which never overwrites: if an application has written meanwhile, its file stays. For a
     * moment there is no file, as if the item had expired.
     */
    private function exchange(string $path, string $old, string $data): bool
    {
        clearstatcache(true, $path);
        $stat = @stat($path);
        if ($stat === false || is_link($path) || @file_get_contents($path) !== $old) {
            return false;
        }
        $new = self::helper($path, self::NEW);
        $taken = self::helper($path, self::TAKEN);
        $this->write($new, $data, $stat['mode']);
        NewFile::give($new, $stat);
        NewFile::touch($new, $stat);
        if (!@rename($path, $taken)) {
            unlink($new);

            return false; // somebody has deleted it
        }
        $same = @file_get_contents($taken) === $old;
        $won = @link($same ? $new : $taken, $path) && $same;
        unlink($new);
        unlink($taken);

        return $won;
    }

    /**
     * Replaces a file that applications lock and write into. Returns false if it does not have the data $old any more.
     *
     * The old and the new data are first written to a journal beside the file. If the process is killed while it writes, finish() completes the
     * file from the journal.
     */
    private function overwrite(string $path, string $old, string $data): bool
    {
        $file = is_link($path) ? false : @fopen($path, 'r+b');
        if ($file === false) {
            return is_file($path) && !is_link($path) ? throw new RuntimeException("$path cannot be written") : false;
        }
        try {
            flock($file, LOCK_EX);
            clearstatcache(true, $path);
            $stat = fstat($file);
            $now = @stat($path);
            if ($stat === false || $now === false || $now['ino'] !== $stat['ino'] || stream_get_contents($file) !== $old) {
                return false;
            }
            $journal = self::helper($path, self::JOURNAL);
            $this->write($journal, strlen($old) . " {$stat['mtime']}\n$old$data", 0600);
            rewind($file);
            if (fwrite($file, $data) !== strlen($data) || !fflush($file) || !ftruncate($file, strlen($data))) {
                throw new RuntimeException("$path cannot be written");
            }
            NewFile::touch($path, $stat);
            unlink($journal);

            return true;
        } finally {
            fclose($file);
        }
    }

    /** Returns the name of a helper file, which has the id of this process, and a number that nobody knows before. */
    private static function helper(string $path, string $kind): string
    {
        return $path . $kind . getmypid() . '-' . bin2hex(random_bytes(8));
    }

    private function write(string $path, string $data, int $mode): void
    {
        NewFile::create($path, $data, $mode) || throw new RuntimeException("$path cannot be written");
    }

    /** Cleans up a helper file, unless the process that made it is still at work. Another process may have its id now, after a restart or in a container. */
    private function cleanUp(string $path, string $of, string $kind, int $process): void
    {
        if ($process !== getmypid() && self::runs($process) && !$this->isOld($path)) {
            $this->taken += $kind === 'taken' ? 1 : 0;
        } elseif ($kind === 'journal') {
            $this->finish($of, $path);
        } elseif ($kind === 'taken' && !@link($path, $of) && !file_exists($of) && !is_link($of)) {
            $this->taken++; // it may not be linked, such as a file of another user
        } else {
            @unlink($path);
        }
    }

    private static function runs(int $process): bool
    {
        // Error 1 is EPERM: the process exists and belongs to another user.
        return function_exists('posix_kill') ? posix_kill($process, 0) || posix_get_last_error() === 1 : file_exists("/proc/$process");
    }

    private function isOld(string $path): bool
    {
        clearstatcache(true, $path);
        $changed = @filectime($path); // rename() changes it, and not the time of modification
        return $changed !== false && $changed < time() - $this->busy;
    }

    /**
     * Completes a file from its journal if it was only partly overwritten: if it begins as the new data and goes on as the old. Any other file
     * stays as it is. The journal is deleted. That of another user may be forged: it stays for that user, and counts as a file that is taken.
     */
    private function finish(string $path, string $journal): void
    {
        if (@fileowner($journal) !== NewFile::user()) {
            $this->taken++;
            return;
        }
        $file = is_link($path) || is_link($journal) ? false : @fopen($path, 'r+b');
        if ($file === false) {
            file_exists($path) ? $this->taken++ : @unlink($journal);
            return;
        }
        flock($file, LOCK_EX);
        $plan = (string) @file_get_contents($journal);
        if (preg_match('/\A(\d+) (\d+)\n/', $plan, $match) === 1) {
            $old = substr($plan, strlen($match[0]), (int) $match[1]);
            $new = substr($plan, strlen($match[0]) + (int) $match[1]);
            $now = (string) stream_get_contents($file);
            $same = strspn($now ^ $new, "\0");
            if ($now !== $old && substr($now, $same) === substr($old, $same)) {
                rewind($file);
                fwrite($file, $new);
                ftruncate($file, strlen($new));
                $stat = fstat($file);
                $stat === false || NewFile::touch($path, ['mtime' => (int) $match[2], 'atime' => (int) $match[2]] + $stat);
            }
        }
        @unlink($journal);
        fclose($file);
    }
}
