<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Pure;

use Exception;

/**
 * The short way through serialize() text loses something here; the long one does not.
 *
 * @internal
 */
final class Ambiguous extends Exception {}
