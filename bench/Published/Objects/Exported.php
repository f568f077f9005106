<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects;

/** Values as code of PHP, in files. */
final class Exported
{
    public static function code(mixed $value): string
    {
        return '<?php return ' . var_export($value, true) . ";\n";
    }

    public static function read(string $file): mixed
    {
        return require $file;
    }

    /** The same value with an array instead of each object, so that it is a constant for PHP's compiler. */
    public static function arrays(mixed $value): mixed
    {
        if (is_object($value)) {
            $value = get_object_vars($value);
        }

        return is_array($value) ? array_map(self::arrays(...), $value) : $value;
    }
}
