<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** The data are not what an encoder writes. The same class as the extension's, for where that is missing. */
final class CorruptException extends LyoException {}
