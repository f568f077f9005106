<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

/** Memory of values that were decoded. */
final class Memory
{
    /** Bytes that PHP holds for the value alone. */
    public static function of(Way $way, string $bytes): int
    {
        [$function, $arguments] = $way->decoding($bytes);
        lyo_bench_memory($function, $arguments); // fills the caches

        return lyo_bench_memory($function, $arguments)['result'];
    }
}
