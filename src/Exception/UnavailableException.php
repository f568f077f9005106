<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** The data are compressed in a way that this PHP cannot unpack. If the extension is loaded, it defines this class. */
final class UnavailableException extends LyoException {}
