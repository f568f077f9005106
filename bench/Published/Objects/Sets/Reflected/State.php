<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects\Sets\Reflected;

use ReflectionClass;

/** A `__set_state()` that does not call the constructor, with the steps of the one that the text prints: reflection makes the object, once for each class, and properties are assigned. */
trait State
{
    /** @param array<string, mixed> $state */
    public static function __set_state(array $state): self
    {
        /** @var ?ReflectionClass<self> $class */
        static $class;
        $class ??= new ReflectionClass(self::class);
        $object = $class->newInstanceWithoutConstructor();
        foreach ($state as $name => $value) {
            $object->$name = $value;
        }

        return $object;
    }
}
