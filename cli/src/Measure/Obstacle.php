<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

/** Why a value was not measured with a codec; the texts follow a number of values. */
enum Obstacle: string
{
    case Refused = 'refused by it';
    case Changed = 'changed by it';
    case Classes = 'that cannot be made without classes';
    case References = 'with references or an object twice, where some versions of it crash';
}
