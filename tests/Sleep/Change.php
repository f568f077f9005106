<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use LogicException;
use Lyo\Tests\Differential\Generator\Slots;

/** Something that is done with an object before it is encoded again. */
final readonly class Change implements Step
{
    public const OPERATIONS = [
        'set' => 30, 'unset' => 6, 'unset and set' => 6, 'dynamic' => 8, 'dynamic with a number' => 3, 'no dynamic' => 4, 'one reference in two slots' => 3, 'reference from outside' => 4,
        'table by a cast' => 5, 'table by get_object_vars' => 3, 'table by iteration' => 2,
    ];

    public const ACROSS = 'reference in two objects';

    public function __construct(
        private string $operation,
        private int $object,
        private Property $property,
        private Property $other,
        private int $second,
        private mixed $value,
    ) {}

    public function take(Side $side): array
    {
        $object = $side->objects[$this->object];

        return match ($this->operation) {
            'set' => $side->write($object, $this->property, $this->value),
            'unset' => $side->remove($object, $this->property),
            'unset and set' => [...$side->remove($object, $this->property), ...$side->write($object, $this->property, $this->value)],
            'dynamic' => $side->trying(fn() => Slots::add($object, 'dynamic', $side->real($this->value))),
            'dynamic with a number' => $side->trying(fn() => Slots::add($object, '5', $side->real($this->value))),
            'no dynamic' => $side->trying(static function () use ($object): void {
                unset($object->dynamic);
            }),
            'one reference in two slots' => $side->bind([[$object, $this->property], [$object, $this->other]], $this->value),
            'reference from outside' => $side->bind([[$object, $this->property]], $this->value),
            self::ACROSS => $side->bind([[$object, $this->property], [$side->objects[$this->second], $this->other]], $this->value),
            'table by a cast' => ['keys: ' . count((array) $object)],
            'table by get_object_vars' => ['keys: ' . count(get_object_vars($object))],
            'table by iteration' => ['keys: ' . self::iterated($object)],
            default => throw new LogicException('no operation ' . $this->operation),
        };
    }

    public function text(): string
    {
        return sprintf(
            '%s: object %d, %s::$%s (%s::$%s, object %d), %s',
            $this->operation,
            $this->object,
            $this->property->class,
            $this->property->name,
            $this->other->class,
            $this->other->name,
            $this->second,
            Dump::of($this->value, []),
        );
    }

    private static function iterated(object $object): string
    {
        $keys = [];
        foreach ($object as $key => $value) { // @phpstan-ignore foreach.nonIterable (its public properties)
            $keys[] = Dump::of($key, []);
        }

        return implode(',', $keys);
    }
}
