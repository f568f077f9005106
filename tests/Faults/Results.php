<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Faults;

/** A file with a line for each step that ran with a fault: fault, step, result, seconds. */
final class Results
{
    /** The name of the run without a fault. */
    public const NONE = 'none';

    public function __construct(private readonly string $file) {}

    public function has(string $fault, string $step): bool
    {
        return isset($this->all()[$fault][$step]);
    }

    public function found(string $fault): bool
    {
        return $this->stepsThatFind($fault) !== [];
    }

    /** @return list<string> */
    public function stepsThatFind(string $fault): array
    {
        return array_values(array_filter(array_keys($this->all()[$fault] ?? []), fn(string $step): bool => $this->all()[$fault][$step][0] === 'found' && !$this->fails($step)));
    }

    /** @return array<string, list<string>> the faults that each step finds */
    public function byStep(): array
    {
        $found = [];
        foreach (array_keys($this->all()) as $fault) {
            foreach ($this->stepsThatFind($fault) as $step) {
                $found[$step][] = $fault;
            }
        }
        return $found;
    }

    /** Tells whether a step fails without a fault. */
    public function fails(string $step): bool
    {
        return ($this->all()[self::NONE][$step][0] ?? '') === 'fails';
    }

    /** Returns the seconds that a step takes without a fault, or null if they are not known. */
    public function seconds(string $step): ?int
    {
        return $this->all()[self::NONE][$step][1] ?? null;
    }

    public function add(string $fault, string $step, string $result, int $seconds): void
    {
        file_put_contents($this->file, "$fault\t$step\t$result\t$seconds\n", FILE_APPEND | LOCK_EX);
    }

    /** @return array<string, array<string, array{string, int}>> result and seconds by fault and step */
    public function all(): array
    {
        $all = [];
        foreach (is_file($this->file) ? file($this->file, FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES) ?: [] : [] as $line) {
            [$fault, $step, $result, $seconds] = explode("\t", $line);
            $all[$fault][$step] = [$result, (int) $seconds];
        }
        return $all;
    }
}
