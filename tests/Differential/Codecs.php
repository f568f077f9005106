<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use Closure;
use InvalidArgumentException;
use Lyo\Tests\Fixtures\Refused;
use Lyo\Tests\Fixtures\World;
use RuntimeException;
use Throwable;

/** The codecs that can be compared, by name. */
final class Codecs
{
    public static function named(string $name): Codec
    {
        return match (true) {
            $name === 'native' => self::native(),
            $name === 'lyo' => self::ofFunctions('lyo', 'lyo_serialize', 'lyo_unserialize', 'lyo_is_serialized'),
            $name === 'igbinary' => self::ofFunctions('igbinary', 'igbinary_serialize', 'igbinary_unserialize', null),
            str_starts_with($name, 'broken:') => Broken::named(substr($name, 7)),
            default => throw new InvalidArgumentException('unknown codec ' . $name),
        };
    }

    public static function native(): Codec
    {
        return self::wrapping('native', serialize(...), unserialize(...)); // @phpstan-ignore argument.type (unserialize() is to judge the options)
    }

    /**
     * A codec whose decode returns false on failure, as PHP's own does.
     *
     * @param Closure(mixed): string $encode
     * @param Closure(string, array<string, mixed>): mixed $decode
     */
    public static function wrapping(string $name, Closure $encode, Closure $decode): Codec
    {
        $nested = static function (string $data) use ($decode): mixed {
            $value = World::quietly(static fn(): mixed => $decode($data, []));

            return $value === false && $data !== 'b:0;' ? throw new Refused('refused') : $value;
        };

        return new Codec($name, $encode, $decode, $nested, isNative: true);
    }

    private static function ofFunctions(string $name, string $encode, string $decode, ?string $recognizes): Codec
    {
        if (!is_callable($encode) || !is_callable($decode)) {
            throw new RuntimeException(sprintf('%s() does not exist: run php with the extension loaded', $encode));
        }
        $nested = static function (string $data) use ($decode): mixed {
            try {
                return $decode($data);
            } catch (Throwable $thrown) {
                throw str_starts_with($thrown::class, 'Lyo\Exception\\') ? new Refused('refused') : $thrown;
            }
        };

        /** @var Closure(mixed): string $encoder */
        $encoder = Closure::fromCallable($encode);

        // Called without a closure in between: an exception that is decoded without a line takes the line of the call.
        return new Codec(
            $name,
            $encoder,
            Closure::fromCallable($decode),
            $nested,
            $recognizes !== null && is_callable($recognizes) ? static fn(string $data): bool => $recognizes($data) === true : null,
        );
    }
}
