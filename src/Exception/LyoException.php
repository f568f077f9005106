<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

use RuntimeException;

/**
 * Base class of all exceptions for values that cannot be read or written. The message never contains bytes of the payload. If the extension is loaded,
 * it defines this class.
 */
abstract class LyoException extends RuntimeException
{
    // set by Lyo\Failure, in this class and in that of the extension
    private int $offset = 0;

    /** Returns the offset in the data, in bytes, of the token that could not be accepted. */
    final public function getOffset(): int
    {
        return $this->offset;
    }
}
