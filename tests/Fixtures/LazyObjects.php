<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

use Closure;
use ReflectionClass;
use ReflectionProperty;

/** Makes and inspects lazy objects. If PHP has none, nothing is lazy, and none is requested. */
final class LazyObjects
{
    public static function exist(): bool
    {
        return PHP_VERSION_ID >= 80400;
    }

    /** @param Closure(object): void $initializer */
    public static function ghost(string $class, Closure $initializer, bool $sleeping): object
    {
        return (new ReflectionClass($class))->newLazyGhost($initializer, $sleeping ? ReflectionClass::SKIP_INITIALIZATION_ON_SERIALIZE : 0);
    }

    /** @param Closure(object): object $factory */
    public static function proxy(string $class, Closure $factory, bool $sleeping): object
    {
        return (new ReflectionClass($class))->newLazyProxy($factory, $sleeping ? ReflectionClass::SKIP_INITIALIZATION_ON_SERIALIZE : 0);
    }

    public static function initialize(object $object): void
    {
        (new ReflectionClass($object))->initializeLazyObject($object);
    }

    /** The object that has the properties: for an initialised proxy its real instance. */
    public static function real(object $object): object
    {
        return self::exist() ? (new ReflectionClass($object))->initializeLazyObject($object) : $object;
    }

    /** Gives one property of a lazy object a value; the object stays lazy if it has others. */
    public static function fill(object $object, ReflectionProperty $property, mixed $value): void
    {
        $property->setRawValueWithoutLazyInitialization($object, $value);
    }

    /** Sets a property without its hooks, also if it is readonly or not writable from outside: then as if the given class did it. */
    public static function set(object $object, ReflectionProperty $property, mixed $value): void
    {
        $property->setRawValue($object, $value);
    }

    /** Gives one property of a lazy object its default. */
    public static function skip(object $object, ReflectionProperty $property): void
    {
        $property->skipLazyInitialization($object);
    }

    public static function isUntouched(object $object): bool
    {
        return self::exist() && (new ReflectionClass($object))->isUninitializedLazyObject($object);
    }
}
