<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bridge;

use InvalidArgumentException;

use function get_debug_type;
use function ini_get;
use function is_string;

/** The setting "writes" of all bridges: the format of what is stored. Reading does not depend on it. */
enum Writes: string
{
    /** Lyo in a process that has the extension, otherwise serialize() text. */
    case Auto = 'auto';
    case Native = 'native';
    case Lyo = 'lyo';
    case Igbinary = 'igbinary';

    /**
     * @param mixed $setting the value in a configuration
     *
     * @throws InvalidArgumentException if there is no such format
     */
    public static function setting(mixed $setting): self
    {
        return (is_string($setting) ? self::tryFrom($setting) : null)
            ?? throw new InvalidArgumentException('"writes" is auto, native, lyo or igbinary, not ' . (is_string($setting) ? "\"$setting\"" : get_debug_type($setting)));
    }

    /**
     * Returns the format that this process writes. It is asked at run time and never stored: a container that was built by a process without the
     * extension also serves processes that have it.
     *
     * @param bool $safe whether every host that shares the store reads lyo, or has a miss for it
     * @param bool $sealed whether only values with a signature or a checksum are read, now or later; serialize() text has neither
     */
    public function here(bool $safe, bool $sealed = false): self
    {
        if ($this !== self::Auto) {
            return $this;
        }
        return $sealed || $safe && ini_get('lyo.max_depth') !== false ? self::Lyo : self::Native;
    }
}
