<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** The data are of a later version, or need what this version does not know. The same class as the extension's, for where that is missing. */
final class UnsupportedVersionException extends LyoException {}
