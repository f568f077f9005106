<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

use function phpversion;

/** The implementation of lyo_serialize() and the other functions in this process. */
enum Implementation: string
{
    case Extension = 'extension';
    case Php = 'php';

    /**
     * Returns Extension if the extension lyo is loaded, otherwise Php. This and other places ask for a setting of the extension, because OPcache
     * replaces extension_loaded() and phpversion() by their results in compiled code, and its file cache outlives the extension.
     */
    public static function current(): self
    {
        return ini_get('lyo.max_depth') !== false ? self::Extension : self::Php;
    }
}
