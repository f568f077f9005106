<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

use Exception;

/** The exception that hooks of fixtures throw on purpose. */
final class Trouble extends Exception {}
