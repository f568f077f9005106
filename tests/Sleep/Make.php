<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use ReflectionClass;

/** The next object of the trial. */
final readonly class Make implements Step
{
    public const NEW = 'as new';
    public const READ = 'as unserialize() makes it';
    public const READ_BY_LYO = 'as lyo_unserialize() makes it';
    public const CLONED = 'as a clone';

    /**
     * @param string $class its full name
     * @param list<array{Property, mixed}> $values
     * @param ?int $of the number of the object that is cloned
     */
    public function __construct(
        private string $class,
        private string $how,
        private array $values,
        private ?int $of,
    ) {}

    public function take(Side $side): array
    {
        $object = $this->how === self::CLONED && isset($side->objects[$this->of]) ? clone $side->objects[$this->of] : $side->reflection($this->class)->newInstanceWithoutConstructor();
        $side->objects[] = $object;
        $late = [];
        $lines = [];
        foreach ($this->values as [$property, $value]) {
            if ($this->how !== self::NEW && $value instanceof Placeholder) {
                $late[] = [$property, $value]; // objects have hooks, which must not run too early
            } else {
                array_push($lines, ...$side->write($object, $property, $value));
            }
        }
        if ($this->how === self::READ || $this->how === self::READ_BY_LYO) {
            $object = self::read($object, $this->how === self::READ_BY_LYO);
            array_pop($side->objects);
            $side->objects[] = $object;
        }
        foreach ($late as [$property, $value]) {
            array_push($lines, ...$side->write($object, $property, $value));
        }

        return $lines;
    }

    public function text(): string
    {
        $values = array_map(static fn(array $pair): string => $pair[0]->class . '::$' . $pair[0]->name . ' = ' . Dump::of($pair[1], []), $this->values);

        return 'make ' . $this->class . ' ' . $this->how . ($this->of === null ? '' : ' of ' . $this->of) . ': ' . implode(', ', $values);
    }

    /** Text of the same properties, read again. */
    private static function read(object $object, bool $byLyo): object
    {
        $text = 'O:' . strlen($object::class) . ':"' . $object::class . '"' . substr(serialize((array) clone $object), 1);
        $bytes = $byLyo ? lyo_serialize(unserialize($text, ['allowed_classes' => false])) : '';
        $read = $byLyo ? lyo_unserialize($bytes) : unserialize($text);

        return is_object($read) ? $read : (new ReflectionClass($object))->newInstanceWithoutConstructor();
    }
}
