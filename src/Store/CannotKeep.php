<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Store;

use RuntimeException;

/** A store cannot write an entry without losing what it keeps with it. The message says of what. */
final class CannotKeep extends RuntimeException {}
