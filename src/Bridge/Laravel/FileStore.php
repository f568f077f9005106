<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge\Laravel;

use Illuminate\Cache\FileLock;
use Illuminate\Cache\FileStore as LaravelStore;
use Illuminate\Contracts\Filesystem\FileNotFoundException;
use Illuminate\Contracts\Filesystem\LockTimeoutException;
use Illuminate\Filesystem\Filesystem;
use Illuminate\Filesystem\LockableFile;
use Lyo\Bridge\Miss;
use Lyo\Bridge\Packer;

use function is_int;
use function is_numeric;
use function serialize;
use function strspn;
use function substr;

/** Laravel's store in files: ten digits that say when it ends, then the value. Numbers and locks lie there as Laravel writes them. */
final class FileStore extends LaravelStore
{
    private const DIGITS = 10;

    public function __construct(Filesystem $files, string $directory, ?int $filePermission, private readonly Packer $packer)
    {
        parent::__construct($files, $directory, $filePermission);
    }

    /**
     * @param string $key
     * @param mixed $value
     * @param int $seconds
     */
    public function put($key, $value, $seconds): bool
    {
        $path = $this->path($key);
        $this->ensureCacheDirectoryExists($path);
        $written = $this->files->put($path, $this->expiration($seconds) . $this->pack($value), true);
        if (!is_int($written) || $written === 0) {
            return false;
        }
        $this->ensurePermissionsAreCorrect($path);
        return true;
    }

    /**
     * @param string $key
     * @param mixed $value
     * @param int $seconds
     */
    public function add($key, $value, $seconds): bool
    {
        $path = $this->path($key);
        $this->ensureCacheDirectoryExists($path);
        $content = $this->pack($value);
        $file = new LockableFile($path, 'c+');
        try {
            $file->getExclusiveLock();
            $end = (string) $file->read(self::DIGITS);
            if (self::isTime($end) && $this->currentTime() < (int) $end) {
                return false;
            }
            $file->truncate()->write($this->expiration($seconds) . $content);
        } catch (LockTimeoutException) {
            return false;
        } finally {
            $file->close();
        }
        $this->ensurePermissionsAreCorrect($path);
        return true;
    }

    /**
     * The owner of a lock is compared by Laravel's code, on every web head alike.
     *
     * @param string $name
     * @param int $seconds
     * @param string|null $owner
     */
    public function lock($name, $seconds = 0, $owner = null): FileLock
    {
        $directory = $this->lockDirectory ?? $this->directory;
        $this->ensureCacheDirectoryExists($directory);
        return new FileLock(new LaravelStore($this->files, $directory, $this->filePermission), "file-store-lock:$name", $seconds, $owner);
    }

    /**
     * @param string $key
     *
     * @return array{data: mixed, time: int|null}
     */
    protected function getPayload($key): array
    {
        $nothing = ['data' => null, 'time' => null];
        try {
            $content = $this->files->get($this->path($key), true);
        } catch (FileNotFoundException) {
            return $nothing;
        }
        $end = substr($content, 0, self::DIGITS);
        if (!self::isTime($end) || $this->currentTime() >= (int) $end) {
            $this->forget($key);
            return $nothing;
        }
        try {
            return ['data' => $this->packer->unpack(substr($content, self::DIGITS)), 'time' => (int) $end - $this->currentTime()];
        } catch (Miss) {
            $this->forget($key);
            return $nothing;
        }
    }

    private function pack(mixed $value): string
    {
        return is_numeric($value) ? serialize($value) : $this->packer->pack($value);
    }

    private static function isTime(string $digits): bool
    {
        return strspn($digits, '0123456789') === self::DIGITS;
    }
}
