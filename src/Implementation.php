<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

use function extension_loaded;

/** Which implementation of lyo_serialize() and the other functions this process has. */
enum Implementation: string
{
    case Extension = 'extension';
    case Php = 'php';

    public static function current(): self
    {
        return extension_loaded('lyo') ? self::Extension : self::Php;
    }
}
