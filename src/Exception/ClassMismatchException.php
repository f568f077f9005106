<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** The present version of a class cannot take the state that was stored. If the extension is loaded, it defines this class. */
final class ClassMismatchException extends LyoException {}
