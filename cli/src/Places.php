<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Cli;

use Lyo\Place\File;
use Lyo\Place\Place;
use Lyo\Place\StandardInput;

/** Where the arguments SOURCE and KEY of a command lead. */
final class Places
{
    public static function of(string $source, ?string $key = null): Place
    {
        if ($key !== null) {
            throw Failure::use("$source: a file has no keys (leave \"$key\" out)");
        }
        return $source === '-' ? new StandardInput() : new File($source);
    }
}
