<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Measure;

/** As what the objects of a value were measured. */
enum Classes: string
{
    /** No class is needed. */
    case None = 'no class but stdClass';
    case Loaded = 'objects of their classes';
    /** Trees of objects without their class, __PHP_Incomplete_Class. */
    case Absent = 'objects without their classes';
    /** There is what no object without its class can stand for: enum cases, payloads, states with int keys. */
    case Unmade = 'sizes only';
}
