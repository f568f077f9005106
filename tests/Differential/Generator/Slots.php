<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential\Generator;

use Closure;
use ReflectionClass;
use ReflectionProperty;

/** Writes properties from outside, whatever their visibility, the way code of their class would. */
final class Slots
{
    /** @var array<class-string, list<ReflectionProperty>> */
    private static array $properties = [];

    /** @var array<string, Closure(object, string, mixed): void> */
    private static array $setters = [];

    /** @var array<string, Closure(object, string, Cell): void> */
    private static array $binders = [];

    /** @var array<string, Closure(object, string): void> */
    private static array $unsetters = [];

    /**
     * All instance properties, private ones of ancestors included.
     *
     * @param class-string $class
     * @return list<ReflectionProperty>
     */
    public static function of(string $class): array
    {
        if (isset(self::$properties[$class])) {
            return self::$properties[$class];
        }
        $found = [];
        for ($reflection = new ReflectionClass($class); $reflection !== false; $reflection = $reflection->getParentClass()) {
            foreach ($reflection->getProperties() as $property) {
                if ($property->isStatic() || ($property->isPrivate() && $property->class !== $reflection->name)) {
                    continue;
                }
                $found[$property->isPrivate() ? $property->class . '::' . $property->name : $property->name] ??= $property;
            }
        }

        return self::$properties[$class] = array_values($found);
    }

    /** A property without a value of its own, all hooks (PHP 8.4). */
    public static function isVirtual(ReflectionProperty $property): bool
    {
        return method_exists($property, 'isVirtual') && $property->isVirtual() === true;
    }

    /** Past the hooks of the property, if it has any: what is stored is what is serialized. */
    public static function get(object $object, ReflectionProperty $property): mixed
    {
        return method_exists($property, 'getRawValue') ? $property->getRawValue($object) : $property->getValue($object);
    }

    /** Past the hooks of the property, if it has any. */
    public static function set(object $object, ReflectionProperty $property, mixed $value): void
    {
        if (method_exists($property, 'hasHooks') && method_exists($property, 'setRawValue') && $property->hasHooks() === true) {
            $property->setRawValue($object, $value);

            return;
        }
        self::$setters[$property->class] ??= Closure::bind(
            static function (object $object, string $name, mixed $value): void {
                $object->{$name} = $value;
            },
            null,
            $property->class,
        );
        (self::$setters[$property->class])($object, $property->name, $value);
    }

    public static function bind(object $object, ReflectionProperty $property, Cell $cell): void
    {
        self::$binders[$property->class] ??= Closure::bind(
            static function (object $object, string $name, Cell $cell): void {
                $object->{$name} = &$cell->value;
            },
            null,
            $property->class,
        );
        (self::$binders[$property->class])($object, $property->name, $cell);
    }

    public static function unset(object $object, ReflectionProperty $property): void
    {
        self::$unsetters[$property->class] ??= Closure::bind(
            static function (object $object, string $name): void {
                unset($object->{$name});
            },
            null,
            $property->class,
        );
        (self::$unsetters[$property->class])($object, $property->name);
    }

    /** Gives an object a property that its class does not declare. */
    public static function add(object $object, string $name, mixed $value): void
    {
        @$object->{$name} = $value;
    }
}
