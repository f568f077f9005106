<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** A compression that this PHP does not have is needed. The same class as the extension's, for where that is missing. */
final class UnavailableException extends LyoException {}
