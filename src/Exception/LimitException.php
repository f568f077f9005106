<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** A limit of depth, elements or memory was exceeded. If the extension is loaded, it defines this class. */
final class LimitException extends LyoException {}
