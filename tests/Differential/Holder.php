<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use __PHP_Incomplete_Class;
use ArrayIterator;
use ArrayObject;
use Random\Randomizer;
use ReflectionMethod;
use ReflectionReference;
use Throwable;

/**
 * Collects the objects of a value, to hold them while it is encoded. Does not touch them: no property table is built.
 *
 * serialize() does not remember an object that nobody else holds; when it comes by again (the array around it is shared,
 * or is its own element by reference), it is written a second time, as another object. With a holder each is remembered.
 */
final class Holder
{
    private const MOST = 50_000;

    /** @var array<int, object> */
    private array $objects = [];

    /** @var array<string, true> */
    private array $references = [];

    private int $visited = 0;

    /** @return list<object> */
    public static function objectsIn(mixed $value): array
    {
        $holder = new self();
        $holder->collect($value);

        return array_values($holder->objects);
    }

    private function collect(mixed $value): void
    {
        if (is_array($value)) {
            $this->elements($value);
        } elseif (is_object($value) && !isset($this->objects[spl_object_id($value)])) {
            $this->objects[spl_object_id($value)] = $value;
            $this->elements($value instanceof ArrayObject || $value instanceof ArrayIterator ? [] : (array) $value);
            $this->elements(self::internalState($value));
        }
    }

    /** @param array<array-key, mixed> $values */
    private function elements(array $values): void
    {
        foreach ($values as $key => $value) {
            if ((!is_array($value) && !is_object($value)) || ++$this->visited > self::MOST) {
                continue;
            }
            $id = ReflectionReference::fromArrayElement($values, $key)?->getId();
            if ($id === null || !isset($this->references[$id])) {
                $id === null || $this->references[$id] = true;
                $this->collect($value);
            }
        }
    }

    /** @return array<array-key, mixed> */
    private static function internalState(object $object): array
    {
        if ($object instanceof __PHP_Incomplete_Class || $object instanceof Randomizer || !method_exists($object::class, '__serialize')) {
            return [];
        }
        $method = new ReflectionMethod($object::class, '__serialize');
        try {
            $state = $method->isInternal() ? $method->invoke($object) : [];
        } catch (Throwable) {
            $state = [];
        }

        return is_array($state) ? $state : [];
    }
}
