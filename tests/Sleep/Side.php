<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

use Closure;
use Lyo\Tests\Differential\Generator\Cell;
use Lyo\Tests\Differential\Generator\Slots;
use Lyo\Tests\Differential\Text;
use ReflectionClass;
use ReflectionProperty;
use RuntimeException;
use stdClass;
use Throwable;

/** One of the two worlds: classes and functions with names of their own, objects, and what encodes them. Code of a trial is the same in both, but for "_W". */
final class Side
{
    /** @var list<object> */
    public array $objects = [];

    private readonly string $suffix;

    /** @var array<string, ReflectionClass<object>> */
    private array $reflections = [];

    /**
     * @param ?string $directory where code is kept in files, for opcache; null: it is evaluated
     * @param ?string $fault one of Planted that serialize() has, in the place of lyo_serialize()
     */
    public function __construct(
        private readonly bool $native,
        int $number,
        private readonly ?string $directory,
        private readonly ?string $fault,
    ) {
        $this->suffix = sprintf('_%s%07d', $native ? 'N' : 'L', $number);
    }

    public function named(string $text): string
    {
        return (string) preg_replace('/_W\b/', $this->suffix, $text);
    }

    /** The other way round. */
    public function normal(string $text): string
    {
        $text = str_ireplace($this->suffix, '_W', Text::normal($text));

        return $this->fault === null ? $text : Planted::normal($text);
    }

    public function load(string $code): void
    {
        $code = $this->code($code);
        if ($this->directory === null) {
            eval($code);

            return;
        }
        $file = $this->directory . '/side' . $this->suffix . '.php';
        file_put_contents($file, "<?php\n" . $code);
        (static function (string $file): void {
            require $file;
        })($file);
        $cached = opcache_is_script_cached($file);
        unlink($file);
        if (!$cached) {
            throw new RuntimeException('opcache has not kept the classes: opcache.memory_consumption may be too small');
        }
    }

    /** Code of an event, which sees $objects. */
    public function run(string $code): void
    {
        $objects = $this->objects;
        eval($this->code($code));
    }

    public function encode(mixed $value): string
    {
        return $this->native || $this->fault !== null ? serialize($value) : lyo_serialize($value);
    }

    public function decode(string $bytes): mixed
    {
        return $this->native || $this->fault !== null ? unserialize($bytes, ['allowed_classes' => false]) : lyo_unserialize($bytes, ['allowed_classes' => false]);
    }

    /** @return ReflectionClass<object> */
    public function reflection(string $class): ReflectionClass
    {
        if (!isset($this->reflections[$class])) {
            $name = $this->named($class);
            $this->reflections[$class] = new ReflectionClass(class_exists($name) ? $name : throw new RuntimeException('no class ' . $name));
        }

        return $this->reflections[$class];
    }

    /** @return list<string> */
    public function write(object $object, Property $property, mixed $value): array
    {
        return $this->trying(fn() => Slots::set($object, $this->property($property), $this->real($value)));
    }

    /** @return list<string> */
    public function remove(object $object, Property $property): array
    {
        return $this->trying(fn() => Slots::unset($object, $this->property($property)));
    }

    /**
     * Puts one reference into all of these.
     *
     * @param list<array{object, Property}> $places
     * @return list<string>
     */
    public function bind(array $places, mixed $value): array
    {
        $cell = new Cell();
        $cell->value = $this->real($value);
        $lines = [];
        foreach ($places as [$object, $property]) {
            array_push($lines, ...$this->trying(fn() => Slots::bind($object, $this->property($property), $cell)));
        }

        return $lines;
    }

    /**
     * A value that a class refuses is not a failure of the test.
     *
     * @return list<string>
     */
    public function trying(Closure $action): array
    {
        try {
            $action();
        } catch (Throwable $thrown) {
            return ['refused: ' . Text::ofThrown($thrown)];
        }

        return [];
    }

    /** A drawn value with the objects of this world. */
    public function real(mixed $value): mixed
    {
        if ($value instanceof Placeholder) {
            $object = $value->number === null || $this->objects === [] ? new stdClass() : $this->objects[$value->number % count($this->objects)];
            if ($object instanceof stdClass) {
                $object->held = $value->held;
            }

            return $object;
        }

        return $value;
    }

    /**
     * All objects, and all that code of the trial keeps outside of them.
     *
     * @param list<string> $classes
     * @return list<string>
     */
    public function state(array $classes): array
    {
        $lines = [];
        foreach ($this->objects as $number => $object) {
            $lines[] = 'object ' . $number . ': ' . $object::class . ' ' . Dump::properties($object, $this->objects);
        }
        foreach ($classes as $class) {
            $lines[] = 'statics of ' . $class . ': ' . Dump::of($this->reflection($class)->getStaticProperties(), $this->objects);
        }

        return $lines;
    }

    private function property(Property $property): ReflectionProperty
    {
        return $this->reflection($property->class)->getProperty($property->name);
    }

    private function code(string $code): string
    {
        $code = $this->fault === null ? $code : Planted::in($code, $this->fault);

        return str_replace('ENCODER', $this->native || $this->fault !== null ? '\serialize' : '\lyo_serialize', $this->named($code));
    }
}
