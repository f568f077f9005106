<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Dump;

use Exception;

/**
 * Thrown by a printer to stop the reader, once everything that is to be shown has been printed.
 *
 * @internal
 */
final class Done extends Exception {}
