<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Reflected;

use ReflectionClass;

/** A `__set_state()` that does not call the constructor. */
trait State
{
    /** @param array<string, mixed> $state */
    public static function __set_state(array $state): self
    {
        $class = new ReflectionClass(self::class);
        $object = $class->newInstanceWithoutConstructor();
        foreach ($state as $name => $value) {
            $class->getProperty($name)->setValue($object, $value);
        }

        return $object;
    }
}
