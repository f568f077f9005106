<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use Closure;

use function basename;
use function bin2hex;
use function dirname;
use function fclose;
use function fflush;
use function fopen;
use function fsync;
use function function_exists;
use function fwrite;
use function is_link;
use function lchgrp;
use function lchown;
use function lstat;
use function posix_getegid;
use function posix_geteuid;
use function posix_setegid;
use function posix_seteuid;
use function random_bytes;
use function strlen;
use function touch;
use function umask;
use function unlink;

/**
 * Creates files for all commands. The folder may belong to another user while this process runs as root, and that user may replace a file by a link
 * at any time. So a file gets a name that nobody knows before, it is created and never opened again, its mode is that of the umask, and nothing that
 * follows links is done with its name.
 *
 * If PHP has the extension posix, root also works in such a folder with the rights of its owner alone (see inFolderOf()).
 */
final class NewFile
{
    /** Returns a name for a file beside another one. */
    public static function near(string $path): string
    {
        return dirname($path) . '/.' . basename($path) . '.' . bin2hex(random_bytes(8));
    }

    /**
     * Creates a file. It must not exist. Bits of the mode beyond 0666 are left out.
     *
     * @return bool false if it cannot be created or written; nothing is left of it then
     */
    public static function create(string $path, string $data, int $mode): bool
    {
        $mask = umask(~$mode & 0777);
        $file = is_link($path) ? false : @fopen($path, 'xb'); // PHP resolves a link to nothing first, and would create what it names
        umask($mask);
        if ($file === false) {
            return false;
        }
        $written = @fwrite($file, $data) === strlen($data) && @fflush($file) && @fsync($file);
        if (!fclose($file) || !$written) {
            @unlink($path);
            return false;
        }
        return true;
    }

    /**
     * Gives a new file to the owner of another file. This does nothing unless the process runs as root.
     *
     * @param array{uid: int, gid: int} $stat
     */
    public static function give(string $path, array $stat): void
    {
        if (self::isRoot()) {
            @lchown($path, $stat['uid']);
            @lchgrp($path, $stat['gid']);
        }
    }

    /**
     * Sets the times of a file. touch() follows links, so root does it with the rights of the owner.
     *
     * @param array{uid: int, gid: int, mtime: int, atime: int} $stat of the file whose owner and times it gets
     */
    public static function touch(string $path, array $stat): void
    {
        self::asOwner($stat, static fn(): bool => touch($path, $stat['mtime'], $stat['atime']));
    }

    /**
     * Calls a function that changes files in the folder of $path. If this process runs as root and the folder belongs to another user, the function
     * has the rights of that user alone: whatever the user does with the folder meanwhile, no other file can be changed. In a folder of root,
     * the function runs as root.
     *
     * @template T
     *
     * @param Closure(): T $do
     *
     * @return T
     */
    public static function inFolderOf(string $path, Closure $do): mixed
    {
        $folder = @lstat(dirname($path) . '/.');
        return $folder === false ? $do() : self::asOwner($folder, $do);
    }

    public static function isRoot(): bool
    {
        return self::user() === 0;
    }

    /** Returns the id of the user whose rights this process has; null if it is not known, without the extension posix outside of Linux. */
    public static function user(): ?int
    {
        $user = function_exists('posix_geteuid') ? posix_geteuid() : @fileowner('/proc/self');

        return $user === false ? null : $user;
    }

    /**
     * @template T
     *
     * @param array{uid: int, gid: int} $stat
     * @param Closure(): T $do
     *
     * @return T
     */
    private static function asOwner(array $stat, Closure $do): mixed
    {
        if (!function_exists('posix_seteuid') || !self::isRoot() || $stat['uid'] === 0) {
            return $do();
        }
        $group = posix_getegid();
        posix_setegid($stat['gid']);
        posix_seteuid($stat['uid']);
        try {
            return $do();
        } finally {
            posix_seteuid(0);
            posix_setegid($group);
        }
    }
}
