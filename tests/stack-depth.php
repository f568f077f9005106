<?php

/**
 * Nests values of every kind 4,096 levels deep, and encodes and decodes them in a fiber. Its C stack has 384 bytes for each level,
 * plus 64 kB. A level that takes more crashes the process.
 *
 *     php -n -d extension=build/lyo.so tests/stack-depth.php
 */

declare(strict_types=1);

namespace Lyo\Tests\StackDepth;

const LEVELS = 4096;
const BYTES_PER_LEVEL = 384;
const BYTES_BESIDES = 65536;

final class Plain
{
    public mixed $inner = null;
}

final class State
{
    public mixed $inner = null;

    /** @return array<string, mixed> */
    public function __serialize(): array
    {
        return ['inner' => $this->inner];
    }

    /** @param array<string, mixed> $data */
    public function __unserialize(array $data): void
    {
        $this->inner = $data['inner'];
    }
}

final class Asleep
{
    public mixed $inner = null;

    /** @return list<string> */
    public function __sleep(): array
    {
        return ['inner'];
    }
}

/** @return array<string, callable(mixed, int): mixed> how each kind wraps a value into one more level (rows: two) */
function kinds(): array
{
    return [
        'lists' => static fn(mixed $inner): array => [$inner],
        'maps with int keys' => static fn(mixed $inner): array => [5 => $inner],
        'records' => static fn(mixed $inner): array => ['inner' => $inner],
        'objects' => static function (mixed $inner): Plain {
            $object = new Plain();
            $object->inner = $inner;

            return $object;
        },
        'objects with keys of their own' => static fn(mixed $inner, int $level): object => (object) ["key{$level}" => $inner],
        'states of __serialize()' => static function (mixed $inner): State {
            $object = new State();
            $object->inner = $inner;

            return $object;
        },
        'objects with __sleep()' => static function (mixed $inner): Asleep {
            $object = new Asleep();
            $object->inner = $inner;

            return $object;
        },
        'PHP references' => static function (mixed $inner): array {
            $slot = $inner;

            return [&$slot, &$slot];
        },
        'rows' => static fn(mixed $inner, int $level): mixed => $level % 2 === 0 ? $inner : [
            ...array_fill(0, 7, ['a' => 1, 'b' => 2, 'inner' => null]),
            ['a' => 1, 'b' => 2, 'inner' => $inner],
        ],
    ];
}

function nest(callable $wrap): mixed
{
    $value = 1;
    for ($level = 1; $level <= LEVELS; $level++) {
        $value = $wrap($value, $level);
    }

    return $value;
}

/**
 * @template T
 * @param callable(): T $call
 * @return T
 */
function inFiber(callable $call): mixed
{
    $fiber = new \Fiber($call);
    $fiber->start();

    return $fiber->getReturn();
}

ini_set('memory_limit', '1G');
ini_set('fiber.stack_size', (string) (LEVELS * BYTES_PER_LEVEL + BYTES_BESIDES));
$passed = 0;
foreach (kinds() as $name => $wrap) {
    $value = nest($wrap);
    $bytes = inFiber(static fn(): string => lyo_serialize($value));
    $again = inFiber(static fn(): string => lyo_serialize(inFiber(static fn(): mixed => lyo_unserialize($bytes))));
    if ($again !== $bytes) {
        fwrite(STDERR, "stack depth: {$name} did not come back\n");
        exit(1);
    }
    $passed++;
}
$planned = count(kinds());
printf("stack depth: %d levels of %d kinds, both ways, in %d bytes a level\n", LEVELS, $passed, BYTES_PER_LEVEL);
$passed >= 9 || print("stack depth: 9 kinds were planned\n");
exit($passed === $planned && $passed >= 9 ? 0 : 1);
