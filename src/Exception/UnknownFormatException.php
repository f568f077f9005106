<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** The data are in no format that the reader accepts. If the extension is loaded, it defines this class. */
final class UnknownFormatException extends LyoException {}
