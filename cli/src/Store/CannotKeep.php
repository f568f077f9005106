<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use RuntimeException;

/** Thrown if a store cannot write an entry without losing something, for example its time to live. The message names the cause. */
final class CannotKeep extends RuntimeException {}
