<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// Payloads of 1 MB that no writer makes, of what takes longest for its bytes, each construct alone and in pairs: lyo_unserialize() may take at most three times
// the processor time of unserialize() for the same value. Instructions would not show it: the time goes to memory that is far away, and to pages that are new.
//
//   php -n -d extension=build/lyo.so tests/Growth/payloads.php [--size=1000000] [--filter=REGEX] [--verbose]
//
// --verbose prints all, the longest first, with the time when no class is allowed and that of lyo_is_serialized(). Exits 1 if one takes longer, or if there were
// fewer than planned.

use Lyo\Tests\Growth\PayloadTimes;

require dirname(__DIR__, 2) . '/vendor/autoload.php';
error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING); // properties that a class does not declare, objects of missing classes
require __DIR__ . '/models.php';
ini_set('memory_limit', '-1');
gc_disable(); // PHP's garbage collector is not measured

exit((new PayloadTimes(array_slice($argv, 1)))->main());
