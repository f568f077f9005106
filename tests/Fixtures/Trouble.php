<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

use Exception;

/** What fixture hooks throw on purpose. */
final class Trouble extends Exception {}
