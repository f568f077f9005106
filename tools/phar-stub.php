#!/usr/bin/env php
<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// The beginning of lyo.phar; the archive follows.

declare(strict_types=1);

/** A stream wrapper for phar://lyo.phar/… that reads the archive if PHP has no extension phar. It supports only what is needed for files. */
final class LyoArchive
{
    /** @var resource|null set by PHP */
    public $context;
    /** @var array<string, array{int, int<0, max>}> offset and size of each file */
    private static array $files = [];
    /** @var array<string, true> folders */
    private static array $folders = [];
    private string $data = '';
    private int $at = 0;
    /** @var list<string> what is in the folder that is listed */
    private array $entries = [];

    public static function open(): void
    {
        // manifest: length, files, version (2 bytes), flags, alias, metadata; of each file: name, size, time, stored size, crc, flags, metadata
        $start = __COMPILER_HALT_OFFSET__;
        // The stub ends with these bytes. The manifest may begin with one of them, too.
        $start += strlen(" ?>\r\n");
        $head = (string) file_get_contents(__FILE__, false, null, $start, 16 << 20);
        $at = 0;
        $number = static function () use ($head, &$at): int {
            $bytes = unpack('V', $head, $at);
            $at += 4;
            return is_array($bytes) && is_int($bytes[1]) ? $bytes[1] : 0;
        };
        $text = static function () use ($head, &$at, $number): string {
            $size = $number();
            $at += $size;
            return substr($head, $at - $size, $size);
        };
        $content = $start + 4 + $number();
        $count = $number();
        $at += 6;
        $text();
        $text();
        for ($i = 0; $i < $count; $i++) {
            $name = $text();
            $number();
            $number();
            $size = max(0, $number());
            $number();
            $number();
            $text();
            self::$files[$name] = [$content, $size];
            $content += $size;
            for ($folder = dirname($name); $folder !== '.'; $folder = dirname($folder)) {
                self::$folders[$folder] = true;
            }
        }
        stream_wrapper_register('phar', self::class);
    }

    private static function name(string $path): string
    {
        $parts = [];
        foreach (explode('/', substr($path, strlen('phar://lyo.phar/'))) as $part) {
            if ($part === '..') {
                array_pop($parts);
            } elseif ($part !== '' && $part !== '.') {
                $parts[] = $part;
            }
        }
        return implode('/', $parts);
    }

    public function stream_open(string $path, string $mode): bool
    {
        $file = self::$files[self::name($path)] ?? null;
        if ($file === null || $mode[0] !== 'r') {
            return false;
        }
        $this->data = (string) file_get_contents(__FILE__, false, null, $file[0], $file[1]);
        return true;
    }

    public function stream_read(int $size): string
    {
        $this->at += $size;
        return substr($this->data, $this->at - $size, $size);
    }

    public function stream_eof(): bool
    {
        return $this->at >= strlen($this->data);
    }

    /** @return array<string, int> */
    public function stream_stat(): array
    {
        return ['mode' => 0100444, 'size' => strlen($this->data)];
    }

    public function stream_set_option(): bool
    {
        return false;
    }

    public function dir_opendir(string $path): bool
    {
        $folder = self::name($path);
        foreach ([...array_keys(self::$files), ...array_keys(self::$folders)] as $name) {
            if (dirname($name) === $folder) {
                $this->entries[] = basename($name);
            }
        }
        return isset(self::$folders[$folder]);
    }

    public function dir_readdir(): string|false
    {
        return $this->entries[$this->at++] ?? false;
    }

    public function dir_rewinddir(): bool
    {
        $this->at = 0;
        return true;
    }

    /** @return array<string, int>|false */
    public function url_stat(string $path): array|false
    {
        $name = self::name($path);
        return match (true) {
            isset(self::$files[$name]) => ['mode' => 0100444, 'size' => self::$files[$name][1]],
            isset(self::$folders[$name]) => ['mode' => 0040555, 'size' => 0],
            default => false,
        };
    }
}

if (PHP_VERSION_ID < 80200) { // @phpstan-ignore smaller.alwaysFalse (older ones should be told, too)
    fwrite(STDERR, 'lyo: PHP 8.2 or newer is needed, this is ' . PHP_VERSION . "\n");
    exit(1);
}
if (extension_loaded('phar')) {
    Phar::mapPhar('lyo.phar');
} else {
    LyoArchive::open();
}
require 'phar://lyo.phar/cli/bin/lyo'; // @phpstan-ignore require.fileNotFound (it is in the archive)
__HALT_COMPILER();
