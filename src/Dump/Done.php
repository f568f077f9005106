<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Dump;

use Exception;

/**
 * All that was to be shown has been shown: thrown by a printer to end the reading.
 *
 * @internal
 */
final class Done extends Exception {}
