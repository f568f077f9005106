<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Stores\Subject;

use Lyo\Tests\Stores\Subject;
use RuntimeException;

/** Cache files as symfony/cache writes them, as Laravel does, and files of PHP's sessions. */
final class Files implements Subject
{
    /** @param "symfony"|"laravel"|"session" $kind */
    public function __construct(private readonly string $folder, private readonly string $kind)
    {
        is_dir($folder) || mkdir($folder, 0700, true);
    }

    public function source(): array
    {
        return [$this->folder, ...$this->kind === 'session' ? ['--sessions=php'] : []];
    }

    public function clear(): void
    {
        exec('rm -rf ' . escapeshellarg($this->folder));
        mkdir($this->folder, 0700, true);
    }

    public function put(string $key, string $data, ?int $seconds = null): void
    {
        $path = $this->path($key);
        is_dir(dirname($path)) || @mkdir(dirname($path), 0777, true);
        $end = $seconds === null ? 0 : time() + $seconds;
        if ($this->kind === 'symfony') {
            // As FilesystemCommonTrait: a new file, its time of change is the end, then rename().
            $new = "$this->folder/" . bin2hex(random_bytes(8)) . '.tmp';
            file_put_contents($new, $end . "\n" . rawurlencode($key) . "\n" . $data);
            touch($new, $end ?: time() + 31556952);
            rename($new, $path);
        } elseif ($this->kind === 'laravel') {
            file_put_contents($path, ($end ?: 9999999999) . $data, LOCK_EX);
        } else {
            // As mod_files.c: opened, locked, written into, cut.
            $file = fopen($path, 'c+b') ?: throw new RuntimeException("cannot open $path");
            flock($file, LOCK_EX);
            fwrite($file, $data);
            ftruncate($file, strlen($data));
            fclose($file);
        }
    }

    public function raw(string $key): ?string
    {
        $data = $this->bytes($key);

        return $data === null ? null : match ($this->kind) {
            'symfony' => explode("\n", $data, 3)[2] ?? '',
            'laravel' => substr($data, 10),
            default => $data,
        };
    }

    public function life(string $key): ?float
    {
        $end = (int) $this->bytes($key);

        return $this->kind === 'session' || $end === 0 || $end === 9999999999 ? null : (float) ($end - time());
    }

    public function rest(string $key): string
    {
        $path = $this->path($key);
        clearstatcache();
        $stat = @stat($path) ?: ['mtime' => 0, 'mode' => 0, 'uid' => 0];

        return "$stat[mtime] $stat[mode] $stat[uid] " . match ($this->kind) {
            'symfony' => implode("\n", array_slice(explode("\n", (string) $this->bytes($key), 3), 0, 2)),
            'laravel' => substr((string) $this->bytes($key), 0, 10),
            default => '',
        };
    }

    public function takesBytes(): bool
    {
        return true;
    }

    private function bytes(string $key): ?string
    {
        $file = @fopen($this->path($key), 'rb');
        if ($file === false) {
            return null;
        }
        flock($file, LOCK_SH);
        $data = stream_get_contents($file);
        fclose($file);

        return $data === false ? null : $data;
    }

    private function path(string $key): string
    {
        $hash = hash('xxh128', $key);

        return $this->folder . match ($this->kind) {
            'symfony' => '/' . strtoupper("$hash[0]/$hash[1]/") . substr($hash, 2, 20),
            'laravel' => "/$hash[0]$hash[1]/$hash[2]$hash[3]/" . sha1($key),
            default => '/sess_' . preg_replace('/[^\w-]/', '-', $key),
        };
    }
}
