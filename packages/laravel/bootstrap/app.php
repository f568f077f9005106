<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// An application with this package, for Larastan.

declare(strict_types=1);

use Illuminate\Foundation\Application;
use Lyo\Laravel\LyoServiceProvider;

return Application::configure(basePath: dirname(__DIR__))->withProviders([LyoServiceProvider::class], false)->withExceptions()->create();
