<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential\Generator;

use Error;
use Exception;
use Lyo\Tests\Fixtures as F;
use Lyo\Tests\Support\Rng;
use ReflectionClass;
use ReflectionIntersectionType;
use ReflectionNamedType;
use ReflectionProperty;
use ReflectionType;
use ReflectionUnionType;
use stdClass;

/** Objects of fixture classes, filled at random through their declared types; stdClass; incomplete objects. */
final class Objects
{
    public const PLAIN = [
        F\EmptyClass::class, F\PublicBag::class, F\Untyped::class, F\Visibility::class, F\ParentPrivate::class, F\ChildPrivate::class,
        F\GrandChild::class, F\Typed::class, F\TypedNoDefault::class, F\ReadonlyPoint::class, F\ChildOfReadonly::class, F\FrozenPoint::class,
        F\Promoted::class, F\DynamicAllowed::class, F\DynamicDeprecated::class, F\WithStatic::class, F\WithConstants::class,
        F\ManyProperties::class, F\ListNode::class, F\Tree::class, F\Circle::class, F\Guarded::class,
    ];

    public const STATE = [
        F\KeyedState::class, F\ChildOfKeyedState::class, F\ListState::class, F\AnyState::class, F\MangledState::class, F\OnlySerialize::class,
        F\OnlyUnserialize::class, F\ReferenceState::class, F\Temporaries::class, F\AllHooks::class, F\StateWriter::class,
    ];

    public const SLEEP = [
        F\SleepAll::class, F\SleepWakeup::class, F\SleepPrepares::class, F\WakeupOnly::class, F\ChildOfWakeup::class, F\WakeupReads::class,
        F\DestructLog::class, F\DestructWakeup::class, F\DestructUnserialize::class, F\DropsState::class,
    ];

    public const LEGACY = [F\LegacyPlain::class, F\LegacyAny::class, F\LegacyBoth::class, F\LegacyWakeup::class];

    /** @var array<string, list<string>> */
    private static array $typeNames = [];

    public function __construct(
        private readonly Rng $rng,
        private readonly Pool $pool,
        private readonly Scalars $scalars,
        private readonly Values $values,
    ) {}

    /**
     * Classes that are plain properties, with hooks and other visibility for writing where PHP has them.
     *
     * @return non-empty-list<class-string>
     */
    public static function plain(): array
    {
        return [...self::PLAIN, ...F\ModernClasses::all()];
    }

    public function any(int $depth): object
    {
        $weights = ['plain' => 40, 'std' => 18, 'state' => 15, 'sleep' => 15, 'legacy' => 6, 'names' => 3, 'incomplete' => 3];

        return match ($this->rng->weighted(F\LazyObjects::exist() ? $weights + ['lazy' => 4] : $weights)) {
            'plain' => $this->of($this->rng->pick(self::plain()), $depth),
            'lazy' => (new Lazy($this->rng, $this->pool, $this, $this->values))->any($depth),
            'std' => $this->standard($depth),
            'state' => $this->of($this->rng->pick(self::STATE), $depth),
            'sleep' => $this->of($this->rng->pick(self::SLEEP), $depth),
            'legacy' => $this->legacy($depth),
            'names' => $this->sleepNames($depth),
            default => $this->incomplete($depth),
        };
    }

    /** @param class-string $class */
    public function of(string $class, int $depth): object
    {
        $object = $this->blank($class);
        foreach (Slots::of($class) as $property) {
            $choice = $this->rng->int(0, 99);
            if ($choice < 12 || Slots::isVirtual($property)) {
                continue; // keeps its default, or stays uninitialised
            }
            $this->assign($object, $property, $choice, $depth);
        }
        if ($object instanceof F\DynamicAllowed || ($object instanceof F\DynamicDeprecated && $this->rng->chance(30))) {
            $this->addDynamic($object, $depth);
        }
        if ($object instanceof F\LegacyAny) {
            unset($object->result); // it may be bound to a typed reference
            $object->result = $this->rng->chance(20) ? null : $this->scalars->string();
        }

        return $object;
    }

    /** @param class-string $class */
    private function blank(string $class): object
    {
        $object = (new ReflectionClass($class))->newInstanceWithoutConstructor();
        if ($this->rng->chance(45)) {
            $this->pool->objects[] = $object;
        }
        $this->pool->spend();

        return $object;
    }

    private function assign(object $object, ReflectionProperty $property, int $choice, int $depth): void
    {
        try {
            if ($choice < 15 && !$property->isReadOnly()) {
                Slots::unset($object, $property);
            } elseif ($choice < 22 && !$property->isReadOnly()) {
                $this->bind($object, $property, $depth);
            } else {
                [$fits, $value] = $this->fitting($property, $depth);
                if ($fits) {
                    Slots::set($object, $property, $value);
                }
            }
        } catch (Error) {
            // A reference whose value does not fit this property's type, or a type of the cell that refuses the value.
        }
    }

    private function bind(object $object, ReflectionProperty $property, int $depth): void
    {
        $cell = $this->pool->cell();
        if ($cell->value === null) {
            [$fits, $value] = $this->fitting($property, $depth);
            if (!$fits) {
                return;
            }
            $cell->value = $value;
        }
        Slots::bind($object, $property, $cell);
        $cell->untyped = $cell->untyped && $property->getType() === null;
    }

    /** @return array{bool, mixed} whether there is a value for the property's type, and one */
    private function fitting(ReflectionProperty $property, int $depth): array
    {
        $type = $property->getType();
        if ($type === null) {
            return [true, $this->values->any($depth - 1)];
        }
        $names = self::$typeNames[$property->class . '::' . $property->name] ??= self::typeNames($type, $property->class);

        return $this->ofType($names === [] ? 'none' : $this->rng->pick($names), in_array('null', $names, true), $depth);
    }

    /** @return array{bool, mixed} */
    private function ofType(string $name, bool $nullable, int $depth): array
    {
        return match ($name) {
            'int' => [true, $this->scalars->integer()],
            'float' => [true, $this->scalars->float()],
            'string' => [true, $this->scalars->string()],
            'bool' => [true, $this->rng->chance(50)],
            'null' => [true, null],
            'mixed' => [true, $this->values->any($depth - 1)],
            'array', 'iterable', 'ArrayAccess' => [true, $this->values->arrays->any($depth - 1)],
            'object' => [true, $depth > 0 ? $this->any($depth - 1) : new stdClass()],
            'DateTimeInterface' => [true, $this->values->internals->date()],
            F\Suit::class => [true, $this->rng->pick(F\Suit::cases())],
            default => $this->objectOf($name, $nullable, $depth),
        };
    }

    /** @return array{bool, mixed} */
    private function objectOf(string $class, bool $nullable, int $depth): array
    {
        if (!class_exists($class, false)) {
            return [$nullable, null];
        }
        $known = array_values(array_filter($this->pool->objects, static fn(object $object): bool => $object instanceof $class));
        if ($known !== [] && $this->rng->chance(50)) {
            return [true, $this->rng->pick($known)];
        }
        if ($depth <= 0 || !$this->pool->spend()) {
            return [$nullable, null];
        }

        return [true, $this->of($class, $depth - 1)];
    }

    /** @return list<string> */
    private static function typeNames(ReflectionType $type, string $self): array
    {
        if ($type instanceof ReflectionNamedType) {
            $name = $type->getName() === 'self' ? $self : $type->getName();

            return $type->allowsNull() && $name !== 'mixed' && $name !== 'null' ? [$name, 'null'] : [$name];
        }
        if ($type instanceof ReflectionIntersectionType) {
            return [];
        }

        return $type instanceof ReflectionUnionType
            ? array_merge(...array_map(static fn(ReflectionType $part): array => self::typeNames($part, $self), $type->getTypes()))
            : [];
    }

    private function addDynamic(object $object, int $depth): void
    {
        for ($i = $this->rng->size(8); $i > 0; $i--) {
            $name = (string) $this->scalars->key();
            if ($name !== '' && $name[0] !== "\0") {
                $object->{$name} = $this->values->any($depth - 1);
            }
        }
    }

    public function standard(int $depth): stdClass
    {
        $object = $this->rng->chance(30) ? (object) $this->values->arrays->map($depth - 1) : new stdClass();
        if ($this->rng->chance(45)) {
            $this->pool->objects[] = $object;
        }
        for ($i = $this->rng->size(12); $i > 0 && $this->pool->spend(); $i--) {
            $name = (string) $this->scalars->key();
            if ($name === '' || $name[0] === "\0") {
                continue;
            }
            if ($this->rng->chance(7)) {
                $cell = $this->pool->cell();
                $value = $this->values->any($depth - 1); // may bind the cell to a typed property
                if ($cell->value === null && $cell->untyped) {
                    $cell->value = $value;
                }
                $object->{$name} = &$cell->value;
            } elseif (!property_exists($object, $name)) { // it could be a reference with a type
                $object->{$name} = $this->values->any($depth - 1);
            }
        }

        return $object;
    }

    /**
     * An object whose properties take the given values as far as their types admit them; used for rows.
     *
     * @param class-string $class
     * @param list<mixed> $values
     * @param array<array-key, mixed> $dynamic
     */
    public function withValues(string $class, array $values, array $dynamic): object
    {
        $object = (new ReflectionClass($class))->newInstanceWithoutConstructor();
        foreach (Slots::of($class) as $i => $property) {
            if (Slots::isVirtual($property)) {
                continue;
            }
            $value = $values[$i] ?? null;
            try {
                Slots::set($object, $property, $value);
            } catch (Error) {
                [$fits, $other] = $this->fitting($property, 0);
                if ($fits) {
                    Slots::set($object, $property, $other);
                }
            }
        }
        if ($object instanceof F\DynamicAllowed) {
            foreach ($dynamic as $name => $value) {
                if ((string) $name !== '' && ((string) $name)[0] !== "\0") {
                    $object->{(string) $name} = $value;
                }
            }
        }

        return $object;
    }

    private function legacy(int $depth): object
    {
        return $this->of($this->rng->pick(self::LEGACY), $depth);
    }

    private function sleepNames(int $depth): F\SleepNames
    {
        $object = $this->of($this->rng->chance(50) ? F\SleepNames::class : F\SleepNamesChild::class, $depth);
        assert($object instanceof F\SleepNames);
        $good = ['a', 'b', 'c', 'typed', 'nullable', 'hidden', 'untyped', 'own', 'names', "\0" . F\SleepNames::class . "\0c", "\0*\0b"];
        $names = [];
        for ($i = $this->rng->int(0, 6); $i > 0; $i--) {
            $names[] = $this->rng->pick($good);
        }
        if ($this->rng->chance(30)) {
            $names[] = $this->rng->pick(['missing', '', '0', 5, 1.5, true, null, "\0", "\0Other\0a", "\0*\0a", 'a']);
        }
        if ($this->rng->chance(10)) {
            $names = ['x' => 'a', 3 => 'c'];
        }
        if ($this->rng->chance(8)) {
            $names[] = $this->rng->pick(['0', '1', '2']);
            Slots::add($object, '1', $this->scalars->any());
        }
        unset($object->names); // it may be bound to a typed reference
        $object->names = $this->rng->chance(8) ? $this->rng->pick([null, 5, 'a', false, new F\PublicBag()]) : $names;

        return $object;
    }

    /** An object of a class that does not exist; payloads of any content for any class come from here, too. */
    public function incomplete(int $depth): object
    {
        $number = $this->rng->int(1, 4);
        $name = $this->rng->pick(['NoSuchClass' . $number, 'nosuchclass' . $number, 'No\Such\Class' . $number]);

        return $this->incompleteOf($name, (array) $this->standard($depth));
    }

    /**
     * An incomplete object that names $name, existing or not. Objects inside are copies, and stay what they are.
     *
     * @param array<array-key, mixed> $properties
     */
    public function incompleteOf(string $name, array $properties): object
    {
        $head = sprintf('O:%d:"%s"', strlen($name), $name);
        $known = array_diff([stdClass::class, ...self::plain(), ...self::STATE, ...self::SLEEP], [$name]);
        try {
            // An incomplete object refuses writes, so that its properties have to come out of a serialized text.
            $object = @unserialize($head . substr(serialize((object) $properties), strlen('O:8:"stdClass"')), ['allowed_classes' => $known]);
        } catch (Error|Exception) {
            $object = false; // an exception of a hook, or a property of an inner object that can no longer hold its value
        }
        $object = is_object($object) ? $object : unserialize($head . ':0:{}', ['allowed_classes' => false]);
        assert(is_object($object));
        if ($this->rng->chance(40)) {
            $this->pool->objects[] = $object;
        }

        return $object;
    }
}
