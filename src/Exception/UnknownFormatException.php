<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** The data are of no format that the reader was told to accept. */
final class UnknownFormatException extends LyoException {}
