<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Packages;

use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;
use SplFileInfo;

/** The README of the bundle, with Symfony's skeleton. */
final class SymfonyReadme extends Readme
{
    protected function package(): string
    {
        return 'packages/symfony-bundle';
    }

    protected function installed(string $status): void
    {
        $this->expect(str_contains((string) file_get_contents("$this->folder/config/bundles.php"), 'Lyo\Bundle\LyoBundle'), 'Flex has not registered the bundle');
        copy(__DIR__ . '/PageController.php.txt', "$this->folder/src/Controller/PageController.php");
        $this->console('bin/console cache:clear');
        $this->expect(preg_match('/Caches are written as\s+native/', $status) === 1, "lyo:status without the extension:\n$status");
        $with = $this->console('bin/console lyo:status', $this->extension);
        $this->expect(preg_match('/Caches are written as\s+lyo/', $with) === 1 && preg_match('/cache\.app\s+\S+\s+yes/', $with) === 1, "lyo:status with the extension:\n$with");

        $this->page(null, 0, 'native');
        $this->page($this->extension, self::ITEMS, 'native');
        array_map(unlink(...), $this->items());
        $this->page($this->extension, 0, 'lyo');
        $this->page(null, self::ITEMS, 'lyo');
    }

    /** What is in lyo is a miss, and is written again. */
    protected function removed(): void
    {
        $this->expect(!str_contains((string) file_get_contents("$this->folder/config/bundles.php"), 'Lyo'), 'Flex has left the bundle');
        $this->page(null, 0, null);
        $this->page(null, self::ITEMS, null);
    }

    protected function head(?string $extension): Head
    {
        return new Head($this->folder, $extension, $this->environment);
    }

    /** The items in the folder of cache.app. */
    protected function stored(): array
    {
        return array_map(static fn(string $file): string => explode("\n", (string) file_get_contents($file), 3)[2] ?? '', $this->items());
    }

    /** @return list<string> */
    private function items(): array
    {
        $items = [];
        /** @var SplFileInfo $file */
        foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$this->folder/var", RecursiveDirectoryIterator::SKIP_DOTS)) as $file) {
            if (str_contains($file->getPathname(), '/pools/app/') && $file->isFile()) {
                $items[] = $file->getPathname();
            }
        }
        return $items;
    }
}
