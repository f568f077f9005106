<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Doctor;

/** How serious a finding is. */
enum Severity: string
{
    /** Nothing is wrong. */
    case Ok = 'ok';
    /** Worth knowing. */
    case Note = 'note';
    /** Costs bytes, time or safety. */
    case Warning = 'warning';
    /** Does not work, or loses data. */
    case Error = 'error';
}
