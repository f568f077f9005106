<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

use function extension_loaded;

/** The implementation of lyo_serialize() and the other functions in this process. */
enum Implementation: string
{
    case Extension = 'extension';
    case Php = 'php';

    /** Returns Extension if the extension lyo is loaded, otherwise Php. */
    public static function current(): self
    {
        return extension_loaded('lyo') ? self::Extension : self::Php;
    }
}
