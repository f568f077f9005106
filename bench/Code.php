<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench;

use FilesystemIterator;
use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;
use RuntimeException;
use SplFileInfo;
use Throwable;

/** The code of an application, in OPcache as on a production host: its strings are then known to PHP. */
final class Code
{
    private const COMPILED = 'c';

    private const REFUSED = 'r';

    /** Options of PHP. The memory is enough for 6,000 files. */
    public const FLAGS = [
        '-d', 'opcache.enable_cli=1', '-d', 'opcache.memory_consumption=512', '-d', 'opcache.interned_strings_buffer=64',
        '-d', 'opcache.max_accelerated_files=32531', '-d', 'opcache.file_update_protection=0', '-d', 'opcache.validate_timestamps=0',
    ];

    /** @return list<string> options that load OPcache, unless it is built in, and switch it on */
    public static function flags(string $extensions, bool $builtIn): array
    {
        if (!$builtIn && !is_file($extensions . '/opcache.so')) {
            throw new RuntimeException('this PHP has no OPcache (Debian: apt-get install php-opcache); --plain measures without it');
        }

        return [...($builtIn ? [] : ['-d', 'zend_extension=opcache']), ...self::FLAGS];
    }

    /**
     * Compiles each file of PHP in a folder into OPcache, without running it. Tests are left out.
     *
     * A file can end the process, for example if it declares a function that another one has. So children compile, which share OPcache's
     * memory with this process, and the next child goes on behind that file.
     *
     * @return int how many
     */
    public static function compile(string $folder): int
    {
        $files = [];
        foreach (is_dir($folder) ? new RecursiveIteratorIterator(new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS)) : [] as $file) {
            if ($file instanceof SplFileInfo && $file->getExtension() === 'php' && preg_match('~/(tests?|fixtures|stubs)/~i', $file->getPathname()) !== 1) {
                $files[] = $file->getPathname();
            }
        }
        $compiled = 0;
        for ($at = 0; $at < count($files); $at += 1 + strlen($done)) {
            $done = self::inChild(array_slice($files, $at));
            $compiled += substr_count($done, self::COMPILED);
        }
        $status = opcache_get_status(false);
        if (!is_array($status) || $status['cache_full'] !== false || $compiled < count($files) / 2) {
            throw new RuntimeException("OPcache is off or full: $compiled of " . count($files) . " files in $folder are compiled");
        }

        return $compiled;
    }

    /**
     * @param list<string> $files
     * @return string for each file that did not end the child, whether it was compiled
     */
    private static function inChild(array $files): string
    {
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $child = $pair === false ? -1 : pcntl_fork();
        if ($pair === false || $child === -1) {
            throw new RuntimeException('no child to compile code in');
        }
        if ($child === 0) {
            foreach ($files as $file) {
                try {
                    $compiled = opcache_compile_file($file);
                } catch (Throwable) { // code for a newer PHP
                    $compiled = false;
                }
                fwrite($pair[1], $compiled ? self::COMPILED : self::REFUSED);
            }
            exit(0);
        }
        fclose($pair[1]);
        $done = (string) stream_get_contents($pair[0]);
        pcntl_waitpid($child, $status);

        return $done;
    }
}
