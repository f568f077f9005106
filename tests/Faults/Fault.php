<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Faults;

/** A mistake that the checks should find: a patch, behind lines that say what it is. */
final class Fault
{
    /** @param list<string> $files that the patch changes; none if it has no patch yet */
    private function __construct(public readonly string $name, public readonly string $file, public readonly array $files) {}

    /** @return list<self> */
    public static function all(string $folder): array
    {
        $faults = [];
        foreach (glob("$folder/[0-9]*.patch") ?: [] as $file) {
            preg_match_all('~^--- a/(\S+)~m', (string) file_get_contents($file), $match);
            $faults[] = new self(basename($file, '.patch'), $file, $match[1]);
        }
        return $faults;
    }
}
