<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** The data have a later version of the format, or use a part of it that this version does not know. If the extension is loaded, it defines this class. */
final class UnsupportedVersionException extends LyoException {}
