<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published\Objects;

use ReflectionClass;
use ReflectionNamedType;
use ReflectionProperty;

/** Makes objects from arrays by reflection, which looks up each class once. */
final class Hydrator
{
    /** @var array<class-string, array<string, array{ReflectionProperty, ?class-string, bool}>> by class and name: a property, its class if it has one, and whether it is an array */
    private array $properties = [];

    /** @param class-string $item of all objects in arrays */
    public function __construct(private readonly string $item) {}

    /**
     * @template T of object
     * @param class-string<T> $class
     * @param array<mixed> $state
     * @return T
     */
    public function make(string $class, array $state): object
    {
        $reflection = new ReflectionClass($class);
        $object = $reflection->newInstanceWithoutConstructor();
        foreach ($this->properties[$class] ??= self::properties($reflection) as $name => [$property, $of, $isArray]) {
            $value = $state[$name] ?? null;
            if (is_array($value)) {
                $value = $isArray ? array_map(fn(mixed $item): object => $this->make($this->item, (array) $item), $value) : ($of === null ? $value : $this->make($of, $value));
            }
            $property->setValue($object, $value);
        }

        return $object;
    }

    /**
     * @param ReflectionClass<object> $class
     * @return array<string, array{ReflectionProperty, ?class-string, bool}>
     */
    private static function properties(ReflectionClass $class): array
    {
        $properties = [];
        foreach ($class->getProperties() as $property) {
            $type = $property->getType();
            $name = $type instanceof ReflectionNamedType ? $type->getName() : '';
            $properties[$property->getName()] = [$property, class_exists($name) ? $name : null, $name === 'array'];
        }

        return $properties;
    }
}
