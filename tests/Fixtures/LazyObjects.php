<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fixtures;

use Closure;
use ReflectionClass;
use ReflectionProperty;

/** Makes lazy objects and asks what they are. Where PHP has none, nothing is lazy, and nobody asks for one. */
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

    /** The object that has the properties: for a proxy that has been initialised the one that it stands for. */
    public static function real(object $object): object
    {
        return self::exist() ? (new ReflectionClass($object))->initializeLazyObject($object) : $object;
    }

    /** Gives one property of a lazy object a value; the object stays lazy if it has others. */
    public static function fill(object $object, ReflectionProperty $property, mixed $value): void
    {
        $property->setRawValueWithoutLazyInitialization($object, $value);
    }

    /** Gives a property a value past its hooks; readonly or not to be written from outside, it is set as by the class that it was asked of. */
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
