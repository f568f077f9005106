<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** The data are damaged: no encoder writes them. If the extension is loaded, it defines this class. */
final class CorruptException extends LyoException {}
