<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Find;

use Lyo\Stream\Sink;

use function fnmatch;

/** Collects the names of the classes in a value. */
final class Classes implements Sink
{
    /** @var array<string, true> */
    private array $names = [];

    /** Tells whether a class was there whose name matches a pattern. */
    public function has(string $pattern): bool
    {
        foreach ($this->names as $name => $ignored) {
            if (fnmatch($pattern, (string) $name, FNM_NOESCAPE | FNM_CASEFOLD)) {
                return true;
            }
        }

        return false;
    }

    public function beginObject(string $class, int $count): void
    {
        $this->names[$class] = true;
    }

    public function custom(string $class, string $payload, int $slots): void
    {
        $this->names[$class] = true;
    }

    public function enumCase(string $class, string $case): void
    {
        $this->names[$class] = true;
    }

    public function null(): void {}

    public function bool(bool $value): void {}

    public function int(int $value): void {}

    public function float(float $value): void {}

    public function string(string $value): void {}

    public function beginArray(int $count): void {}

    public function key(int|string $key): void {}

    public function end(int $count): void {}

    public function sameObject(int $slot): void {}

    public function sameSlot(int $slot): void {}
}
