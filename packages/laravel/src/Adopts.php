<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel;

use ReflectionClass;

/**
 * Makes an object of a subclass from one that Laravel has made, so that only Laravel's own code reads its configuration.
 *
 * @internal
 */
trait Adopts
{
    /**
     * Returns an object of this class with the properties of $made.
     */
    public static function adopt(parent $made): static
    {
        $ours = (new ReflectionClass(static::class))->newInstanceWithoutConstructor();
        foreach (get_object_vars($made) as $name => $value) {
            $ours->{$name} = $value;
        }

        return $ours;
    }
}
