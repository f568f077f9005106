<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** The data are truncated. If the extension is loaded, it defines this class. */
final class TruncatedException extends LyoException {}
