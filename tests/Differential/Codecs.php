<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Differential;

use Closure;
use InvalidArgumentException;
use Lyo\Exception\CorruptException;
use Lyo\Exception\LimitException;
use Lyo\Exception\LyoException;
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
            $name === 'unserialize' => self::lyoThroughUnserialize(),
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

    /** What lyo_serialize() writes and unserialize() reads, with lyo.unserialize_reads. What it warns of a refusal becomes the exception of lyo_unserialize(). */
    private static function lyoThroughUnserialize(): Codec
    {
        $lyo = self::ofFunctions('unserialize', 'lyo_serialize', 'lyo_unserialize', 'lyo_is_serialized');
        $decode = static function (string $data, array $options = []): mixed {
            $refusal = null;
            $outer = set_error_handler(static function (int $level, string $message, string $file, int $line) use (&$refusal, &$outer): bool {
                if (preg_match('/^unserialize\(\): (?:Error at offset|Maximum depth)/', $message) === 1) {
                    $refusal ??= str_contains($message, 'depth') ? new LimitException($message) : new CorruptException($message);
                    return true;
                }
                return is_callable($outer) && $outer($level, $message, $file, $line) === true;
            });
            try {
                $value = unserialize($data, $options); // @phpstan-ignore argument.type (unserialize() is to judge the options)
            } finally {
                restore_error_handler();
            }
            return $refusal === null ? $value : throw $refusal;
        };
        $nested = static function (string $data) use ($decode): mixed {
            try {
                return $decode($data);
            } catch (LyoException) {
                throw new Refused('refused');
            }
        };

        return new Codec('unserialize', $lyo->encode, $decode, $nested, $lyo->recognizes);
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
