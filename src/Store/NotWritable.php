<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Store;

use RuntimeException;

/** A store that can only be read, whatever is tried. */
final class NotWritable extends RuntimeException {}
