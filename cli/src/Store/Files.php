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
use function posix_geteuid;
use function posix_kill;
use function preg_match;
use function random_bytes;
use function rename;
use function rewind;
use function stat;
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

    /** Number of files that items() has listed, and of those that there were at the beginning. */
    private int $listed = 0;
    private ?int $files = null;
    /** Number of files that items() has found taken away by a running process. */
    private int $taken = 0;

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
        foreach ($this->tree() as $file) {
            $this->listed++;
            if (!$file instanceof SplFileInfo || $file->isLink() || !$file->isFile()) {
                continue;
            }
            $path = $this->mended($file->getPathname());
            $key = $path === null ? '' : substr($path, strlen($this->path) + 1);
            if ($path !== null && ($this->match === '*' || fnmatch($this->match, $key))) {
                yield $this->item($path, ltrim($key, '/'), (int) @filesize($path));
            }
        }
    }

    public function skipped(): array
    {
        return $this->taken === 0 ? [] : ['busy' => $this->taken];
    }

    public function hidden(): ?string
    {
        return null;
    }

    public function fraction(): float
    {
        $this->files ??= is_dir($this->path) ? iterator_count($this->tree()) : 1;

        return min(1.0, $this->listed / max(1, $this->files));
    }

    /** @return RecursiveIteratorIterator<RecursiveDirectoryIterator> all files below the folder */
    private function tree(): RecursiveIteratorIterator
    {
        try {
            return new RecursiveIteratorIterator(
                new RecursiveDirectoryIterator($this->path, FilesystemIterator::SKIP_DOTS),
                RecursiveIteratorIterator::LEAVES_ONLY,
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
        // A file of Symfony is replaced by another file, others are written into.
        if (file_exists($path) && !is_writable(preg_match(self::SYMFONY, $entry->data) === 1 ? dirname($path) : $path)) {
            throw new RuntimeException("$path cannot be written");
        }
    }

    private static function path(Entry $entry): string
    {
        return is_string($entry->token) ? $entry->token : throw new NotWritable('this entry is not from a folder');
    }

    public function replace(Entry $entry, string $data): bool
    {
        $path = self::path($entry);

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

    /**
     * Cleans up helper files of a process that was killed. Another process may have its id now, after a restart or in a container.
     *
     * @return string|null the path of a file with a value: usually $path itself, or a file that was put back; null if there is none
     */
    private function mended(string $path): ?string
    {
        if (preg_match('/\A(.+)\.lyo-(taken|new|journal)(\d+)(?:-[0-9a-f]+)?\z/', $path, $match) !== 1) {
            return $path;
        }
        [, $of, $kind, $process] = $match;
        if ((int) $process !== getmypid() && self::runs((int) $process) && !$this->isOld($path)) {
            $this->taken += $kind === 'taken' ? 1 : 0;
            return null; // another conversion is at work
        }
        if ($kind === 'taken' && @link($path, $of)) {
            @unlink($path);

            return $of;
        }
        if ($kind === 'journal') {
            $this->finish($of, $path);
        } else {
            @unlink($path);
        }

        return null;
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
     * stays as it is. The journal is deleted.
     */
    private function finish(string $path, string $journal): void
    {
        $own = !function_exists('posix_geteuid') || @fileowner($journal) === posix_geteuid(); // a journal of another user may be forged
        $file = is_link($path) || is_link($journal) || !$own ? false : @fopen($path, 'r+b');
        if ($file === false) {
            @unlink($journal);
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
