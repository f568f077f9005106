<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects;

/** A temporary folder. */
final readonly class Folder
{
    public string $path;

    public function __construct()
    {
        $this->path = realpath(sys_get_temp_dir()) . '/lyo-objects-' . bin2hex(random_bytes(4));
        mkdir($this->path, 0700);
        register_shutdown_function($this->remove(...));
    }

    /** @return string the file's path */
    public function put(string $bytes): string
    {
        $file = "$this->path/" . md5($bytes) . '.php';
        file_put_contents($file, $bytes);

        return $file;
    }

    public function remove(): void
    {
        if (is_dir($this->path)) {
            array_map(unlink(...), glob("$this->path/*") ?: []);
            rmdir($this->path);
        }
    }
}
