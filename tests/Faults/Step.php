<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Faults;

/** A step of bin/test or of bin/test --all: a target of make. */
final class Step
{
    /** @param list<string> $blind regular expressions of files whose changes it cannot see */
    private function __construct(
        public readonly string $name,
        public readonly int $seconds,
        public readonly bool $isQuick,
        public readonly string $reason,
        private readonly array $blind,
    ) {}

    /** @return list<self> */
    public static function all(string $root): array
    {
        $blind = $reasons = [];
        foreach (self::table("$root/tests/Faults/blind.tsv") as [$step, $files]) {
            $blind[$step][] = $files;
        }
        foreach (self::table("$root/tests/Faults/reasons.tsv") as [$step, $reason]) {
            $reasons[$step] = $reason;
        }
        // the list of bin/test, and that of bin/test --all
        [$quick, $all] = array_map(self::list(...), explode("\n", trim((string) shell_exec('make --silent --no-print-directory -C ' . escapeshellarg($root) . ' list-steps'))) + ['', '']);
        $steps = [];
        foreach ($quick + $all as $name => $seconds) {
            $steps[] = new self($name, $seconds, isset($quick[$name]), $reasons[$name] ?? '', $blind[$name] ?? []);
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

    /** @return list<array{string, string}> the first two columns */
    private static function table(string $file): array
    {
        $rows = [];
        foreach (file($file, FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES) ?: [] as $line) {
            if ($line[0] !== '#') {
                [$first, $second] = explode("\t", $line) + ['', ''];
                $rows[] = [$first, $second];
            }
        }
        return $rows;
    }

    /** @return array<string, int> seconds by name */
    private static function list(string $text): array
    {
        $steps = [];
        foreach (explode(' ', trim($text)) as $step) {
            [$name, $seconds] = explode(':', $step) + ['', ''];
            $steps[$name] = (int) $seconds;
        }
        return $steps;
    }
}
