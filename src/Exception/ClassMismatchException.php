<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

/** A class of today cannot hold the state that was stored. The same class as the extension's, for where that is missing. */
final class ClassMismatchException extends LyoException {}
