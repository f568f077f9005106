<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Exception;

/**
 * Thrown when a fast way to write or read a value would lose something. The caller catches it and takes the slower way through the text of
 * serialize(), which keeps everything.
 *
 * @internal
 */
final class Ambiguous extends Exception {}
