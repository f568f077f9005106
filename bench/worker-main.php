<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

// One process of the benchmark. Other scripts in this folder start it.
//
//   php bench/worker-main.php JOB      JOB as Lyo\Bench\Job writes it

use Lyo\Bench\Job;
use Lyo\Bench\Worker;

require __DIR__ . '/load.php';

$job = is_array($_SERVER['argv'] ?? null) ? $_SERVER['argv'][1] ?? null : null;
(new Worker(Job::of(is_string($job) ? $job : '')))->run();
