<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools;

/** How a command ends. */
final class ExitCode
{
    public const DONE = 0;
    /** Something could not be read or written. */
    public const FAILED = 1;
    /** `lyo diff`, as diff itself: the values differ. */
    public const DIFFERENT = 1;
    /** Options or arguments that are not understood. */
    public const WRONG_USE = 2;
    /** Data that are damaged, of no known format, that cannot be translated exactly, or no value where there should be one. */
    public const NO_VALUE = 3;
    /** After Ctrl-C: 128 and the number of the signal. */
    public const INTERRUPTED = 130;
}
