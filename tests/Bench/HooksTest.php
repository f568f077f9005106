<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use ArrayObject;
use Closure;
use DateTimeImmutable;
use Lyo\Bench\Synthetic\Draft;
use Lyo\Bench\Synthetic\Level;
use Lyo\Bench\Synthetic\Secret;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresFunction;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use RuntimeException;
use SplObjectStorage;

/** lyo_bench_hooks(), which finds out whether a value has hooks of PHP code. */
#[CoversNothing]
#[RequiresFunction('lyo_bench_hooks')]
final class HooksTest extends TestCase
{
    /** @return iterable<string, array{Closure(): mixed, int}> */
    public static function values(): iterable
    {
        yield 'no object' => [static fn(): array => [1, 'text', [true]], 0];
        yield 'an object without methods' => [static fn(): object => (object) ['a' => 1], 0];
        yield 'an object with slots' => [static fn(): object => new ClassWithSlots(), 0];
        yield 'hooks of PHP itself' => [static fn(): array => [new DateTimeImmutable(), new ArrayObject([1]), Level::cases()[0]], 0];
        yield '__sleep()' => [static fn(): object => new Draft('a', 1), 1];
        yield '__serialize()' => [static fn(): object => new Secret(1, 'b'), 1];
        yield 'Serializable::serialize()' => [self::serializable(...), 1];
        yield 'one object in two places' => [static fn(): array => array_fill(0, 2, new Draft('a', 1)), 1];
        yield 'three objects in an array' => [static fn(): array => [[new Draft('a', 1)], new Draft('b', 2), new Secret(1, 'b')], 3];
        yield 'inside of classes of PHP' => [static function (): array {
            $storage = new SplObjectStorage();
            $storage[new Secret(1, 'b')] = new Draft('a', 1);

            return [new ArrayObject([new Draft('a', 1)]), $storage];
        }, 3];
        yield 'a hook that calls a function' => [static fn(): object => new ClassWithHook(static fn(): array => ['a']), 2];
    }

    /** @param Closure(): mixed $make */
    #[Test]
    #[DataProvider('values')]
    public function calls_of_php_code_are_counted_while_serialize_writes_a_value(Closure $make, int $calls): void
    {
        self::assertSame($calls, lyo_bench_hooks($make()));
    }

    #[Test]
    public function an_exception_of_a_hook_is_passed_on(): void
    {
        $this->expectExceptionMessage('not now');
        lyo_bench_hooks(new ClassWithHook(static fn(): array => throw new RuntimeException('not now')));
    }
    private static function serializable(): mixed
    {
        $level = error_reporting(0); // the old interface is deprecated at compile time
        $object = eval('final class BenchSerializable implements Serializable { function serialize() { return "a"; } function unserialize($text) {} } return new BenchSerializable();');
        error_reporting($level);

        return $object;
    }
}
