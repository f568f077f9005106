<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

/** How the objects of a value were measured. */
enum Classes: string
{
    /** The value has no objects, or only objects of stdClass. */
    case None = 'no class but stdClass';
    case Loaded = 'objects of their classes';
    /** A class was not loaded, so every object was a __PHP_Incomplete_Class. */
    case Absent = 'objects without their classes';
    /** Only the sizes were measured: the value has enum cases, payloads or states with int keys, which need their classes. */
    case Unmade = 'sizes only';
}
