<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Language;

use Closure;
use Lyo\Tests\Fixtures\LazyObjects;
use ReflectionClass;
use ReflectionProperty;
use RuntimeException;

/** Objects with a property of every kind: as they are, with it uninitialised, with a reference to it, lazy; and with states that nobody wrote. */
final class Properties
{
    private static int $number = 0;

    /** @var array<string, int> */
    private array $counts = ['kinds' => 0, 'classes' => 0];

    public function __construct(public readonly LanguageChecks $trial) {}

    /** @return bool all is as planned */
    public function run(): bool
    {
        foreach (Kinds::all() as $kind => [$body, $values]) {
            $this->counts['kinds']++;
            foreach ($this->classes($body) as $how => $class) {
                $this->counts['classes']++;
                $this->objects(trim("$kind, $how"), $class, $values);
                $this->states(trim("$kind, $how"), $class);
            }
        }
        $least = PHP_VERSION_ID >= 80400 ? [1_200, 60_000, 150_000] : [280, 3_400, 38_000];
        foreach ([$this->counts['kinds'], $this->trial->values, $this->trial->states] as $i => $count) {
            if ($count < $least[$i]) {
                $this->trial->failures[] = "only $count, $least[$i] were planned";
            }
        }

        return $this->trial->failures === [];
    }

    public function report(): string
    {
        return sprintf(
            'language: PHP %s, properties: %d kinds in %d classes, %d values, %d restored, %d states, %d accepted; %s',
            PHP_VERSION,
            $this->counts['kinds'],
            $this->counts['classes'],
            $this->trial->values,
            $this->trial->restored,
            $this->trial->states,
            $this->trial->accepted,
            $this->trial->differences(),
        );
    }

    /** @return iterable<string, class-string> */
    private function classes(string $body): iterable
    {
        $head = 'namespace Lyo\Tests\Language; ';
        $name = sprintf('Kind%06d', ++self::$number);
        eval("{$head}class $name { public int \$n = 1; $body }");
        yield '' => self::name($name);
        $child = sprintf('Kind%06d', ++self::$number);
        eval("{$head}final class $child extends $name { public mixed \$own = 2; }");
        yield 'inherited' => self::name($child);
    }

    /** @return class-string */
    private static function name(string $name): string
    {
        $name = 'Lyo\Tests\Language\\' . $name;

        return class_exists($name, false) ? $name : throw new RuntimeException("no class $name");
    }

    /**
     * @param class-string $class
     * @param list<string> $values
     */
    private function objects(string $case, string $class, array $values): void
    {
        $bare = static fn(): object => (new ReflectionClass($class))->newInstanceWithoutConstructor();
        $this->pair("$case, bare", $bare);
        foreach ($values as $code) {
            $make = static fn(): object => self::with($bare(), $code);
            $this->pair("$case, $code", $make);
        }
        if (LazyObjects::exist()) {
            $code = $values[0] ?? null;
            $this->lazy($case, $class, $code === 'own' ? 'null' : $code);
        }
    }

    /** @param Closure(): object $make */
    private function pair(string $case, Closure $make): void
    {
        $this->trial->roundTrip($case, static function () use ($make): array {
            $object = $make();

            return [$object, 'again' => $object];
        });
        $this->trial->roundTrip("$case, in a list", static fn(): array => [$make(), $make(), $make()]);
    }

    /** Sets $p past hooks and visibility, or in the scope that may. */
    private static function with(object $object, string $code): object
    {
        $value = $code === 'own' ? $object : eval("namespace Lyo\\Tests\\Language; return $code;");
        $property = self::property($object);
        if ($property->isStatic()) {
            $property->setValue(null, $value);
        } elseif (LazyObjects::exist()) {
            LazyObjects::set($object, $property, $value);
        } else {
            Closure::bind(static function (object $object) use ($value): void {
                $object->p = $value; // @phpstan-ignore property.notFound (each has it)
            }, null, $property->class)($object);
        }

        return $object;
    }

    private static function property(object $object): ReflectionProperty
    {
        for ($class = new ReflectionClass($object); $class !== false; $class = $class->getParentClass()) {
            if ($class->hasProperty('p')) {
                return new ReflectionProperty($class->getProperty('p')->class, 'p');
            }
        }

        throw new RuntimeException('no $p');
    }

    /** @param class-string $class */
    private function lazy(string $case, string $class, ?string $code): void
    {
        foreach ([false, true] as $sleeping) {
            $ghost = static fn(): object => LazyObjects::ghost($class, static function (object $object) use ($code): void {
                Ran::$names[] = 'initializer';
                if ($code !== null) {
                    self::with($object, $code);
                }
            }, $sleeping);
            $proxy = static fn(): object => LazyObjects::proxy($class, static function () use ($class, $code): object {
                Ran::$names[] = 'factory';

                $object = (new ReflectionClass($class))->newInstanceWithoutConstructor();

                return $code === null ? $object : self::with($object, $code);
            }, $sleeping);
            foreach (['ghost' => $ghost, 'proxy' => $proxy] as $kind => $make) {
                $kind .= $sleeping ? ' that is not to be initialised' : '';
                $this->pair("$case, $kind", $make);
                $this->pair("$case, $kind, initialised", static function () use ($make): object {
                    $object = $make();
                    LazyObjects::initialize($object);

                    return $object;
                });
                $this->pair("$case, $kind, \$n is set", static function () use ($make, $class): object {
                    $object = $make();
                    LazyObjects::fill($object, new ReflectionProperty($class, 'n'), 8);

                    return $object;
                });
            }
        }
    }

    /** @param class-string $class */
    private function states(string $case, string $class): void
    {
        $declared = self::property((new ReflectionClass($class))->newInstanceWithoutConstructor())->class;
        foreach (array_unique(['p', "\0*\0p", "\0$class\0p", "\0$declared\0p", "\0Lyo\\Other\0p"]) as $key) {
            $name = strtr($key, "\0", '~');
            foreach (States::values() as $what => $value) {
                $this->trial->state("$case, $name is $what", $class, ['n' => 2, $key => $value]);
            }
        }
        foreach ([
            'nothing' => [], 'without p' => ['n' => 3], 'n of another type' => ['n' => 'text', 'p' => null], 'twice' => ['p' => 1, "\0*\0p" => 2], 'twice, the other way round' => ["\0$class\0p" => 2, 'p' => 1],
            'unknown' => ['n' => 1, 'q' => 2], 'a number' => [5 => 1], 'in another order' => ['p' => null, 'n' => 1], 'an empty name' => ['' => 1],
        ] as $what => $state) {
            $this->trial->state("$case, $what", $class, $state);
        }
    }
}
