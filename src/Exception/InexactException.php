<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** The value cannot be written in this format, or not without loss. The message says what would be lost. */
final class InexactException extends LyoException {}
