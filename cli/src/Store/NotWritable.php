<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use RuntimeException;

/** Thrown if a store is read-only: no entry can ever be written. */
final class NotWritable extends RuntimeException {}
