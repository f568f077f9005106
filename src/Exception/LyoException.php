<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Exception;

use RuntimeException;

/**
 * What reading and writing throw; the message never holds bytes of the payload. The same class as the extension's, for
 * where that is missing.
 */
abstract class LyoException extends RuntimeException
{
    // Lyo\Failure sets it, for this class and the extension's alike.
    private int $offset = 0;

    /** Bytes from the start of the data to what could not be accepted. */
    final public function getOffset(): int
    {
        return $this->offset;
    }
}
