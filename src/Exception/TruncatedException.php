<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** The data end too early. The same class as the extension's, for where that is missing. */
final class TruncatedException extends LyoException {}
