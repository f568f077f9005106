<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use stdClass;

/** Objects through serialize() in one world and lyo_serialize() in the other, and back without their classes. */
final readonly class Encode implements Step
{
    public const SHAPES = ['list' => 6, 'map' => 2, 'rows' => 2, 'properties' => 2, 'references' => 1];

    public const ALONE = 'alone';

    /** @param non-empty-list<int> $objects */
    public function __construct(
        private string $shape,
        private array $objects,
    ) {}

    public function take(Side $side): array
    {
        $bytes = $side->encode($this->value($side));

        // The text of objects without a class shows names, order, values, identities and references, and runs no code.
        return ['decoded: ' . serialize($side->decode($bytes))];
    }

    public function text(): string
    {
        return 'encode ' . $this->shape . ': ' . implode(', ', $this->objects);
    }

    private function value(Side $side): mixed
    {
        $objects = array_map(static fn(int $number): object => $side->objects[$number], $this->objects);
        switch ($this->shape) {
            case self::ALONE:
                return $objects[0];
            case 'map':
                return array_combine(array_map(static fn(int $at): string => 'key ' . $at, array_keys($objects)), $objects);
            case 'rows':
                return array_map(static fn(object $object, int $number): array => ['id' => $number, 'object' => $object, 'name' => 'n' . $number], $objects, $this->objects);
            case 'properties':
                $holder = new stdClass();
                foreach ($objects as $at => $object) {
                    $holder->{'p' . $at} = [$object, $at];
                }
                return $holder;
            case 'references':
                $list = [];
                foreach ($objects as $at => $object) {
                    $list[] = &$objects[$at];
                    $list[] = &$objects[$at];
                }
                return $list;
            default:
                return $objects;
        }
    }
}
