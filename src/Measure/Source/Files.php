<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Measure\Source;

use FilesystemIterator;
use Lyo\Measure\Item;
use Lyo\Measure\Source;
use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;
use RuntimeException;
use SplFileInfo;
use UnexpectedValueException;

use function file_get_contents;
use function is_dir;
use function strlen;
use function substr;

/** A file, or all files below a folder. Each is one value; symbolic links to folders are not followed. */
final readonly class Files implements Source
{
    public function __construct(private string $path) {}

    public function items(): iterable
    {
        if (!is_dir($this->path)) {
            yield self::item(new SplFileInfo($this->path), $this->path);
            return;
        }
        try {
            $files = new RecursiveIteratorIterator(
                new RecursiveDirectoryIterator($this->path, FilesystemIterator::SKIP_DOTS),
                RecursiveIteratorIterator::LEAVES_ONLY,
                RecursiveIteratorIterator::CATCH_GET_CHILD,
            );
        } catch (UnexpectedValueException) {
            throw new RuntimeException("$this->path cannot be read");
        }
        foreach ($files as $file) {
            if ($file instanceof SplFileInfo && $file->isFile()) {
                yield self::item($file, substr($file->getPathname(), strlen($this->path) + 1));
            }
        }
    }

    private static function item(SplFileInfo $file, string $name): Item
    {
        $path = $file->getPathname();
        $read = static function () use ($path): ?string {
            $data = @file_get_contents($path);

            return $data !== false ? $data : null;
        };

        return new Item($name, (int) @$file->getSize(), $read);
    }
}
