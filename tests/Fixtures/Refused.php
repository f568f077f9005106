<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

use RuntimeException;

/** A codec refused a payload; hides from hooks whether it did so by false, null or an exception of its own. */
final class Refused extends RuntimeException {}
