<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// php bench/Advice/proxy-main.php PORT PORT-OF-SERVER NANOSECONDS-OF-EACH-DIRECTION BITS-PER-SECOND

declare(strict_types=1);

namespace Lyo\Bench\Advice;

foreach (['Link', 'Wire', 'Proxy'] as $class) {
    require __DIR__ . "/$class.php";
}
$words = is_array($_SERVER['argv'] ?? null) ? array_values(array_filter($_SERVER['argv'], is_string(...))) : [];
(new Proxy((int) ($words[1] ?? 0), (int) ($words[2] ?? 0), (int) ($words[3] ?? 0), (float) ($words[4] ?? 0)))->run();
