<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

use Closure;

use function gc_collect_cycles;
use function memory_get_usage;

/** Measures how much memory of PHP a value takes. */
final class Memory
{
    /**
     * @param list<mixed> $arguments
     *
     * @return int bytes that the result of the function takes
     */
    public static function ofResult(Closure $function, array $arguments): int
    {
        gc_collect_cycles();
        $before = memory_get_usage();
        $result = $function(...$arguments);
        $memory = memory_get_usage() - $before;
        unset($result);

        return $memory;
    }
}
