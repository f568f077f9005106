<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Find;

use Lyo\Stream\Slots;

use function fnmatch;

/** Collects the names of the classes in a value. */
final class Classes extends Slots
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
}
