<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Kept;

use Exception;

/** An exception that has an array. */
final class Carrier extends Exception
{
    /** @param array<mixed> $array */
    public function __construct(public array $array)
    {
        parent::__construct('carries an array');
    }
}
