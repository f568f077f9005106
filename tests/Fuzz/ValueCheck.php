<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fuzz;

use __PHP_Incomplete_Class;
use Error;
use Lyo\Tests\Differential\Generator\Slots;
use ReflectionClass;
use ReflectionIntersectionType;
use ReflectionNamedType;
use ReflectionType;
use ReflectionUnionType;
use UnitEnum;

/** A decoder must not return a value that PHP code could not have built. Checks one value for that. */
final class ValueCheck
{
    private const MOST = 20_000;

    private int $visited = 0;

    /** @var array<int, object> */
    private array $seen = [];

    /** Bytes that the objects of the value may occupy, independently of the bytes in which they were written. */
    public int $objectBytes = 0;

    public function fault(mixed $value): ?string
    {
        if (++$this->visited > self::MOST) {
            return null;
        }

        return match (true) {
            is_array($value) => $this->arrayFault($value),
            is_object($value) => $this->objectFault($value),
            default => null,
        };
    }

    /** @param array<array-key, mixed> $array */
    private function arrayFault(array $array): ?string
    {
        $found = 0;
        foreach ($array as $key => $element) {
            $found++;
            if (is_string($key) && (string) (int) $key === $key) {
                return 'the array key ' . $key . ' is a string';
            }
            if (!array_key_exists($key, $array)) {
                return 'an array key cannot be found';
            }
            $fault = $this->fault($element);
            if ($fault !== null || $this->visited > self::MOST) {
                return $fault;
            }
        }

        return $found !== count($array) ? 'an array counts ' . count($array) . ' elements and has ' . $found : self::appendFault($array);
    }

    /** @param array<array-key, mixed> $array */
    private static function appendFault(array $array): ?string
    {
        $count = count($array);
        try {
            $array[] = 'appended';
        } catch (Error) { // @phpstan-ignore catch.neverThrown (thrown when there is no next key)
            return array_key_exists(PHP_INT_MAX, $array) ? null : 'an array takes no more elements';
        }

        return count($array) === $count + 1 ? null : 'an appended element has overwritten another';
    }

    private function objectFault(object $object): ?string
    {
        if (isset($this->seen[spl_object_id($object)])) {
            return null;
        }
        $this->seen[spl_object_id($object)] = $object;
        $vars = get_mangled_object_vars($object);
        $this->objectBytes += 512 + 64 * count($vars);
        if ($object instanceof __PHP_Incomplete_Class) {
            return $this->elements($vars);
        }
        $class = new ReflectionClass($object);
        if ($class->isAbstract() || $class->isInterface()) {
            return 'an instance of ' . $object::class;
        }
        if ($object instanceof UnitEnum && constant($object::class . '::' . $object->name) !== $object) {
            return 'a second instance of the case ' . $object->name;
        }

        return self::typeFault($object) ?? $this->elements($vars);
    }

    /** @param array<array-key, mixed> $values */
    private function elements(array $values): ?string
    {
        foreach ($values as $value) {
            $fault = $this->fault($value);
            if ($fault !== null) {
                return $fault;
            }
        }

        return null;
    }

    private static function typeFault(object $object): ?string
    {
        if ((new ReflectionClass($object))->isInternal()) {
            return null; // some have properties that are not where reflection looks for them
        }
        foreach (Slots::of($object::class) as $property) {
            $type = $property->getType();
            if ($type === null || !$property->isInitialized($object)) {
                continue;
            }
            $value = $property->getValue($object);
            if (!self::accepts($type, $value, $property->class)) {
                return sprintf('%s::$%s of type %s holds %s', $property->class, $property->name, $type, get_debug_type($value));
            }
        }

        return null;
    }

    private static function accepts(ReflectionType $type, mixed $value, string $self): bool
    {
        if ($value === null) {
            return $type->allowsNull();
        }
        $parts = $type instanceof ReflectionUnionType || $type instanceof ReflectionIntersectionType ? $type->getTypes() : [];
        foreach ($parts as $part) {
            $accepted = self::accepts($part, $value, $self);
            if ($accepted === $type instanceof ReflectionUnionType) {
                return $accepted;
            }
        }
        if ($parts !== []) {
            return $type instanceof ReflectionIntersectionType;
        }

        return $type instanceof ReflectionNamedType && self::isOf($type->getName() === 'self' ? $self : $type->getName(), $value);
    }

    private static function isOf(string $name, mixed $value): bool
    {
        return match ($name) {
            'mixed' => true,
            'int' => is_int($value),
            'float' => is_float($value),
            'string' => is_string($value),
            'bool' => is_bool($value),
            'false' => $value === false,
            'true' => $value === true,
            'array' => is_array($value),
            'iterable' => is_iterable($value),
            'object' => is_object($value),
            default => $value instanceof $name,
        };
    }
}
