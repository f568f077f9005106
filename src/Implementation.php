<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

use function extension_loaded;

/** What lyo_serialize() and its siblings are made of in this process. */
enum Implementation: string
{
    case Extension = 'extension';
    case Php = 'php';

    public static function current(): self
    {
        return extension_loaded('lyo') ? self::Extension : self::Php;
    }
}
