<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Faults;

/** A step of bin/test --all: a target of make. */
final class Step
{
    /** @param list<string> $blind regular expressions of files whose changes it cannot see */
    private function __construct(public readonly string $name, public readonly int $seconds, private readonly array $blind) {}

    /** @return list<self> */
    public static function all(string $root): array
    {
        $blind = [];
        foreach (file("$root/tests/Faults/blind.tsv", FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES) ?: [] as $line) {
            if ($line[0] !== '#') {
                [$step, $files] = explode("\t", $line);
                $blind[$step][] = $files;
            }
        }
        $steps = [];
        foreach (preg_split('/\s+/', trim((string) shell_exec('make --no-print-directory -C ' . escapeshellarg($root) . ' list-steps'))) ?: [] as $step) {
            [$name, $seconds] = explode(':', $step) + [1 => '0'];
            $steps[] = new self($name, (int) $seconds, $blind[$name] ?? []);
        }
        return $steps;
    }

    /** @param list<string> $files that a fault changes */
    public function isBlind(array $files): bool
    {
        foreach ($files as $file) {
            $seen = true;
            foreach ($this->blind as $expression) {
                $seen = $seen && preg_match("~$expression~", $file) !== 1;
            }
            if ($seen) {
                return false;
            }
        }
        return true;
    }
}
