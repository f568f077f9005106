<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential\Generator;

use Error;
use Exception;
use Lyo\Tests\Fixtures as F;
use Lyo\Tests\Support\Rng;
use ReflectionClass;
use ReflectionReference;
use stdClass;
use Throwable;

/** The families of values that a trial is drawn from: each looks at one side of serialization. */
final class Families
{
    private const WEIGHTS = [
        'scalar' => 6, 'array' => 18, 'rows' => 14, 'object' => 16, 'state' => 7, 'sleep' => 7, 'legacy' => 4, 'references' => 12,
        'internal' => 7, 'mischief' => 8, 'changing' => 3, 'incomplete' => 3, 'demand' => 5, 'hostile' => 6, 'swapped' => 7, 'refused' => 2,
        'declared' => 2, 'deep' => 1, 'strings' => 3, 'nested' => 2,
    ];

    public function __construct(
        private readonly Rng $rng,
        private readonly Pool $pool,
        private readonly Values $values,
    ) {}

    /** @return non-empty-array<string, int> */
    public static function weights(): array
    {
        return F\LazyObjects::exist() ? self::WEIGHTS + ['modern' => 12] : self::WEIGHTS;
    }

    public function make(string $family): mixed
    {
        return match ($family) {
            'scalar' => $this->values->scalars->any(),
            'array' => $this->values->arrays->any(4),
            'rows' => $this->values->rows->table(3),
            'object' => $this->values->objects->any(4),
            'state' => $this->group(Objects::STATE),
            'sleep' => $this->group([...Objects::SLEEP, F\SleepNames::class, F\SleepNamesChild::class]),
            'legacy' => $this->group([...Objects::LEGACY, F\DestructLog::class]),
            'references' => (new References($this->rng, $this->pool, $this->values))->any(),
            'internal' => $this->among($this->values->internals->any(3)),
            'mischief' => $this->mischief([...F\Deeds::HARMLESS, ...F\Deeds::THROWING]),
            'changing' => $this->changing(),
            'incomplete' => $this->among($this->values->objects->incomplete(3)),
            'demand' => $this->onDemand(),
            'hostile' => $this->hostile(),
            'swapped' => $this->swapped(),
            'refused' => $this->among($this->refused()),
            'declared' => $this->declared(),
            'deep' => $this->deep(),
            'strings' => $this->strings(),
            'modern' => $this->modern(),
            default => $this->nestedLegacy(),
        };
    }

    /**
     * Several objects of a few classes, sharing and nesting among other values.
     *
     * @param non-empty-list<class-string> $classes
     */
    private function group(array $classes): mixed
    {
        $list = [];
        $count = $this->rng->int(1, 5);
        for ($i = 0; $i < $count; $i++) {
            $list[] = $this->values->objects->of($this->rng->pick($classes), 3);
        }
        if ($this->rng->chance(40)) {
            $list[] = $this->values->sharedObject();
            $list['any'] = $this->values->any(2);
        }

        return $count === 1 && $this->rng->chance(50) ? $list[0] : $list;
    }

    /** Puts a value somewhere into a small structure. */
    private function among(mixed $value): mixed
    {
        return match ($this->rng->int(0, 4)) {
            0 => $value,
            1 => [$value, $this->values->any(2), $value],
            2 => ['before' => $this->values->any(2), 'value' => $value],
            3 => [[['deep' => $value]], &$value],
            default => (object) ['value' => $value, 'other' => $this->values->any(2)],
        };
    }

    /** @param non-empty-list<string> $actions */
    private function mischief(array $actions): mixed
    {
        $list = [$this->values->any(2)];
        for ($i = $this->rng->int(1, 3); $i > 0; $i--) {
            $class = $this->rng->pick([F\MischiefSleep::class, F\MischiefState::class, F\MischiefDestruct::class]);
            $object = new $class();
            $moment = match ($class) {
                F\MischiefSleep::class => $this->rng->pick(['__sleep', '__wakeup', '__wakeup']),
                F\MischiefState::class => $this->rng->pick(['__serialize', '__unserialize', '__unserialize']),
                default => '__destruct',
            };
            $action = $this->rng->pick($actions);
            $object->plan = $moment . ':' . ($moment === '__destruct' && in_array($action, F\Deeds::THROWING, true) ? 'roundtrip' : $action);
            $object->load = $this->values->any(2);
            $object->target = $this->rng->chance(50) ? $this->values->sharedObject() : $this->values->leaf();
            $this->pool->objects[] = $object;
            $list[] = $this->rng->chance(70) ? $object : ['deeper' => $object];
            $list[] = $this->values->any(2);
        }
        if ($this->rng->chance(20)) {
            $throws = new F\LegacyThrows();
            $throws->moment = $this->rng->pick(['serialize', 'unserialize', 'never']);
            $list[] = $throws;
        }

        return $list;
    }

    /** Hooks that change what is being encoded or has just been decoded: siblings, parents, arrays by reference. */
    private function changing(): mixed
    {
        $bag = $this->rng->chance(50) ? new F\PublicBag() : (object) ['a' => 1, 'b' => [1], 'c' => 'x'];
        $array = ['one' => 1, 'two' => $this->values->any(1), 'three' => 'x'];
        $mischief = $this->mischief(F\Deeds::CHANGING);
        assert(is_array($mischief));
        foreach ($mischief as $object) {
            if (!$object instanceof F\MischiefSleep && !$object instanceof F\MischiefState) {
                continue;
            }
            unset($object->target); // an assignment would go through the reference that an earlier round put there
            if ($this->rng->chance(50)) {
                $object->target = $bag;
            } else {
                $object->target = &$array;
            }
            if ($this->rng->chance(60)) {
                $bag->a = $object;
                $array['two'] = $object;
            }
        }

        return $this->rng->pick([[$bag, $mischief, &$array], [$mischief, $bag, &$array], ['m' => $mischief, 'a' => &$array, 'b' => $bag]]);
    }

    private function onDemand(): mixed
    {
        $list = [];
        for ($i = $this->rng->int(1, 4); $i > 0; $i--) {
            $number = $this->rng->int(1, 2);
            $what = $this->rng->pick($this->rng->chance(75) ? F\OnDemand::AUTOLOADED : F\OnDemand::CALLED);
            // A name in lower case is another class: one that appears during the decode is rule (a)'s matter.
            $name = $this->rng->chance(10)
                ? strtolower(F\OnDemand::name($this->pool->marker, $number + 2, $what))
                : F\OnDemand::name($this->pool->marker, $number, $what);
            $properties = ['a' => $this->values->any(1), "\0*\0b" => $this->values->leaf(), 'c' => $this->values->leaf()];
            $list[] = $this->values->objects->incompleteOf($name, array_slice($properties, 0, $this->rng->int(0, 3)));
            $list[] = $this->values->any(2);
        }

        return $list;
    }

    /** A payload for an existing class with properties that its own objects never have. */
    private function hostile(): mixed
    {
        $class = $this->rng->chance(60)
            ? $this->rng->pick([...Objects::plain(), ...Objects::STATE, ...Objects::SLEEP, ...Objects::LEGACY, F\Suit::class, F\HasLabel::class, F\AbstractShape::class, F\Timestamps::class, 'Lyo\Tests\Fixtures\RoundAlias'])
            : $this->rng->pick(self::internalClasses());
        if (is_subclass_of($class, Throwable::class)) {
            $class = stdClass::class; // made without a trace it takes that of the decode call, with the function's name
        }
        $properties = (array) $this->values->objects->standard(2);
        if (class_exists($class)) {
            $names = [];
            foreach (Slots::of($class) as $property) {
                // Two keys for one property: PHP loses what it refers to by the first one.
                if ($this->rng->chance(60) && !isset($names[$property->name])) {
                    $names[$property->name] = true;
                    $scope = $this->rng->pick(['', "\0*\0", "\0" . $class . "\0", "\0" . $property->class . "\0", "\0Other\0"]);
                    $name = $scope . $property->name;
                    $value = $this->values->any(1);
                    if (array_key_exists($name, $properties) && ReflectionReference::fromArrayElement($properties, $name) !== null) {
                        unset($properties[$name]); // a PHP reference with the type of its property would refuse some values
                    }
                    $properties[$name] = $value;
                }
            }
        }
        if ($this->rng->chance(30)) {
            $properties = $this->rng->pick([[0, [], []], [0 => 0, 1 => ['x' => 1], 2 => [], 3 => null], [[], []], [[[$this->values->any(1), 2]], []], ['date' => '2020-01-01', 'timezone_type' => 3, 'timezone' => 'UTC']]);
        }
        $name = $this->rng->chance(10) ? strtoupper($class) : $class;

        return $this->among($this->values->objects->incompleteOf($name, $this->rng->shuffleKeys($properties)));
    }

    private function swapped(): mixed
    {
        $list = [];
        for ($i = $this->rng->int(1, 3); $i > 0; $i--) {
            $number = $this->rng->int(1, PHP_VERSION_ID < 80400 ? 24 : 30);
            $class = sprintf('Was\Class%02d', $number);
            if (enum_exists($class)) {
                $cases = $class::cases();
                assert($cases !== []);
                $list[] = $this->rng->pick($cases);
            } elseif (class_exists($class)) {
                $list[] = $this->values->objects->of($class, 2);
            }
            $list[] = $this->values->any(2);
        }
        if ($this->rng->chance(25)) {
            $first = $list[0];
            $list[] = &$first;
            $list['again'] = &$first;
            $list['value'] = $list[0];
        }

        return $list;
    }

    /** Hooks of properties, other visibility for writing, lazy objects: among each other, bound, and among what older hooks do. */
    private function modern(): mixed
    {
        $lazy = new Lazy($this->rng, $this->pool, $this->values->objects, $this->values);
        $classes = F\ModernClasses::all();
        $list = [];
        for ($i = $this->rng->int(1, 5); $i > 0; $i--) {
            $list[] = $this->rng->chance(50) || $classes === [] ? $lazy->any(3) : $this->values->objects->of($this->rng->pick($classes), 3);
        }
        if ($this->rng->chance(40)) {
            $list[] = $this->values->sharedObject();
            $list['any'] = $this->values->any(2);
        }
        if ($this->rng->chance(20)) {
            $list['mischief'] = $this->mischief([...F\Deeds::HARMLESS, ...F\Deeds::THROWING]);
        }
        foreach ($list as $key => $object) {
            if ($this->rng->chance(30)) {
                F\ModernClasses::bind($list, 'bound ' . $key, $object);
            }
        }

        return $this->rng->chance(30) ? $this->among($list[0]) : $list;
    }

    private function refused(): mixed
    {
        $resource = fopen('php://memory', 'r');

        return $this->rng->pick([
            static fn(): int => 1,
            (static fn(): iterable => yield 1)(),
            new \WeakMap(),
            \WeakReference::create(new stdClass()),
            new class {},
            new class extends F\PublicBag {},
            new class extends F\KeyedState {},
            new ReflectionClass(stdClass::class),
            new \SplFileInfo('x'),
            new \Fiber(static fn(): int => 1),
            $resource,
            $this->odd(),
        ]);
    }

    private function odd(): F\OddSerialize|F\LegacyAny
    {
        if ($this->rng->chance(50)) {
            $object = new F\OddSerialize();
            $object->result = $this->rng->pick([null, 5, 'text', false, new stdClass(), [], ['a' => 1]]);
        } else {
            $object = new F\LegacyAny();
            $object->result = $this->rng->pick([5, false, [], new stdClass(), 1.5]);
        }

        return $object;
    }

    /** Whatever classes the running PHP has, as they are without a constructor call. */
    private function declared(): mixed
    {
        $class = $this->rng->pick(self::internalClasses());
        try {
            $object = (new ReflectionClass($class))->newInstanceWithoutConstructor();
        } catch (Exception|Error) {
            $object = new stdClass();
        }

        return $this->rng->chance(60) ? $object : $this->among($object);
    }

    /** @return non-empty-list<class-string> */
    private static function internalClasses(): array
    {
        /** @var list<class-string>|null $classes */
        static $classes = null;
        $classes ??= array_values(array_filter(
            get_declared_classes(),
            static fn(string $class): bool => (new ReflectionClass($class))->isInternal() && !str_starts_with($class, 'Lyo\\'),
        ));

        return $classes === [] ? [stdClass::class] : $classes;
    }

    private function deep(): mixed
    {
        $levels = $this->rng->pick([100, 500, 1000, 4093, 4094, 4095, 4096, 4097, 5000]);
        $kind = $this->rng->int(0, 4);
        $value = $this->values->leaf();
        for ($i = 0; $i < $levels; $i++) {
            $value = match ($kind) {
                0 => [$value],
                1 => ['k' => $value, 'n' => $i],
                2 => (object) ['next' => $value],
                3 => $this->node($value),
                default => $i % 2 === 0 ? [1, $value] : (object) ['v' => $value],
            };
        }

        return $value;
    }

    private function node(mixed $next): F\PublicBag
    {
        $bag = new F\PublicBag();
        $bag->a = $next;

        return $bag;
    }

    /** Many strings, few of them different: what back references and dictionaries are for. */
    private function strings(): mixed
    {
        $words = [];
        for ($i = $this->rng->pick([3, 20, 70, 300]); $i > 0; $i--) {
            $words[] = $this->scalars()->string() . ($this->rng->chance(50) ? $i : '');
        }
        $list = [];
        $runs = $this->rng->pick([0, 0, 2, 8]);
        for ($i = $this->rng->int(10, 600); $i > 0; $i--) {
            $word = $this->rng->pick($words);
            if ($this->rng->chance($runs)) {
                // strings that are all new, until they are not looked for any more
                $run = [];
                for ($j = $this->rng->int(20, 70); $j > 0; $j--) {
                    $run[] = $this->scalars()->word() . " $i.$j";
                }
                array_push($words, ...$run);
                $list["run $i"] = $run;
            } elseif ($this->rng->chance(60) && !array_key_exists(PHP_INT_MAX, $list)) {
                $list[] = $word;
            } else {
                $list[$this->rng->pick($words)] = $this->rng->chance(50) ? $word : [$word => $word];
            }
        }

        return $list;
    }

    private function scalars(): Scalars
    {
        return $this->values->scalars;
    }

    /** Serializable objects whose payload is itself encoded; with sharing across its edge natively, which rule (b) is about. */
    private function nestedLegacy(): mixed
    {
        $this->pool->traits['nested'] = true;
        $this->pool->calm = true;
        $shared = $this->values->objects->any(2);
        $list = [];
        for ($i = $this->rng->int(1, 3); $i > 0; $i--) {
            $object = $this->rng->chance(50) ? new F\LegacyNested() : new F\LegacyOwnCodec();
            if ($this->rng->chance(30)) {
                $this->pool->traits['shared across nesting'] = true;
                $object->data = ['s' => $shared, 'v' => $this->values->any(1)];
            } else {
                $inner = new Pool($this->rng, $this->pool->marker, 40);
                $inner->calm = true;
                $object->data = (new self($this->rng, $inner, new Values($this->rng, $inner)))->make($this->rng->pick(['array', 'object', 'scalar']));
                $inner->forget();
            }
            $list[] = $object;
            $list[] = $this->values->any(1);
        }
        $list[] = $shared;

        return $list;
    }
}
