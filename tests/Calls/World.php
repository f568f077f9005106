<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Calls;

use Lyo\Tests\Support\Rng;
use ReflectionClass;
use Throwable;

/** The classes of a trial with their own names, a value of their objects, and the calls while it is encoded and decoded. */
final class World
{
    public const FAULTS = ['a hook is called twice', 'the last object is not asked', 'objects are asked in another order', 'states are given twice'];

    private readonly string $suffix;

    /** @param ?string $fault one of FAULTS that serialize() has in the place of lyo_serialize() */
    public function __construct(
        private readonly bool $native,
        int $number,
        string $code,
        private readonly ?string $fault = null,
    ) {
        $this->suffix = sprintf('_%s%07d', $native ? 'N' : 'L', $number);
        @eval(str_replace('_W', $this->suffix, $code)); // a class with Serializable alone is deprecated
    }

    /** @return list<string> hooks as they were called, and what was said and thrown */
    public function calls(Rng $rng): array
    {
        $lines = [];
        $value = $this->value($rng);
        foreach (['first', 'second'] as $time) {
            $bytes = null;
            array_push($lines, $time . ' encode', ...$this->watched(function () use ($value, &$bytes): void {
                $bytes = $this->encode($value);
            }));
            array_push($lines, $time . ' decode', ...$this->watched(function () use ($bytes): void {
                $bytes === null || $this->decode($bytes);
            }));
        }

        return $lines;
    }

    /** @return list<string> */
    private function watched(callable $action): array
    {
        $said = [];
        $log = &$this->log();
        $log = [];
        set_error_handler(static function (int $level, string $message) use (&$log): bool {
            $log[] = $level . ': ' . preg_replace('/^(lyo_)?(un)?serialize\(\): /', '', $message);

            return true;
        });
        try {
            $action();
        } catch (Throwable $thrown) {
            $said[] = 'threw ' . $thrown::class . ': ' . $thrown->getMessage();
        }
        restore_error_handler();
        $lines = array_filter([...$log, ...$said], is_string(...));

        return array_values(array_map(fn(string $line): string => str_replace($this->suffix, '_W', $line), $lines));
    }

    /** @return array<mixed> */
    private function &log(): array
    {
        return ('World' . $this->suffix)::$log; // @phpstan-ignore-line (the class is made by the trial)
    }

    private function encode(mixed $value): string
    {
        if ($this->native || $this->fault !== null) {
            if ($this->fault === self::FAULTS[0]) {
                serialize($value);
            } elseif (is_array($value) && $this->fault === self::FAULTS[1]) {
                array_pop($value);
            } elseif (is_array($value) && $this->fault === self::FAULTS[2]) {
                $value = array_reverse($value, true);
            }

            return serialize($value);
        }

        return lyo_serialize($value);
    }

    private function decode(string $bytes): void
    {
        if ($this->native || $this->fault !== null) {
            unserialize($bytes);
            if ($this->fault === self::FAULTS[3]) {
                unserialize($bytes);
            }
        } else {
            lyo_unserialize($bytes);
        }
    }

    /** Lists, maps, rows and objects inside each other; some are shared, some are behind references. */
    private function value(Rng $rng): mixed
    {
        $objects = [];
        for ($label = 1, $count = $rng->int(2, 9); $label <= $count; $label++) {
            $object = (new ReflectionClass($this->className($rng->int(0, Classes::COUNT - 1))))->newInstance();
            $b = $this->part($rng, $objects);
            $object->fill($label, $this->part($rng, $objects), $b); // @phpstan-ignore method.notFound
            $objects[] = $object;
            unset($b);
        }
        $value = [];
        foreach ($objects as $at => $object) {
            switch ($rng->int(0, 4)) {
                case 0:
                    $value[] = ['id' => $at, 'object' => $object];
                    break;
                case 1:
                    $value['k' . $at] = &$objects[$at];
                    break;
                default:
                    $value[] = $object;
            }
        }

        return $rng->chance(15) ? $objects[count($objects) - 1] : $value;
    }

    /** @param list<object> $objects */
    private function part(Rng $rng, array $objects): mixed
    {
        $one = $objects === [] ? null : $rng->pick($objects);

        return match ($rng->int(0, 7)) {
            0, 1 => $one,
            2 => [$one, 'x' => $rng->int(0, 9)],
            3 => [['n' => 1, 'o' => $one], ['n' => 2, 'o' => $one]],
            4 => 'text',
            5 => null,
            6 => [1, 2, 3],
            default => $rng->int(0, 1000),
        };
    }

    /** @return class-string */
    private function className(int $number): string
    {
        $name = 'C' . $number . $this->suffix;

        return class_exists($name) ? $name : throw new \RuntimeException('no class ' . $name);
    }
}
