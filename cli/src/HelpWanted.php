<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

use RuntimeException;

/** Nothing was given to a command that would then wait for somebody to type: its help is printed instead. */
final class HelpWanted extends RuntimeException {}
