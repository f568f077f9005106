<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** A limit of depth, elements or memory was exceeded. The same class as the extension's, for where that is missing. */
final class LimitException extends LyoException {}
