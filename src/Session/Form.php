<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Session;

/** Forms of a stored session. The values are their names in the setting session.serialize_handler. */
enum Form: string
{
    case Lyo = 'lyo';
    case PhpSerialize = 'php_serialize';
    case Php = 'php';
    case PhpBinary = 'php_binary';
    case Igbinary = 'igbinary';
}
