<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Fuzz;

use Closure;
use InvalidArgumentException;
use Lyo\Exception\CorruptException;
use Lyo\Tests\Fixtures\DestructLog;
use RuntimeException;
use stdClass;

/** The decoder that gets the inputs. Faulty decoders check that the oracle detects each kind of fault. */
final readonly class Target
{
    public const FAULTS = ['destructor before refusal', 'recognises everything', 'recognises nothing', 'memory', 'wrong exception', 'crash', 'cannot encode'];

    /**
     * @param Closure(mixed): string $encode
     * @param Closure(string, array<string, mixed>): mixed $decode
     * @param Closure(string): bool $recognizes
     */
    private function __construct(
        public Closure $encode,
        public Closure $decode,
        public Closure $recognizes,
    ) {}

    public static function lyo(): self
    {
        return new self(lyo_serialize(...), lyo_unserialize(...), lyo_is_serialized(...));
    }

    public static function faulty(string $fault): self
    {
        $lyo = self::lyo();
        $decode = match ($fault) {
            'destructor before refusal' => self::destructing(...),
            'memory' => self::hungry(...),
            'wrong exception' => self::rethrowing(...),
            'crash' => self::crashing(...),
            'recognises everything', 'recognises nothing', 'cannot encode' => $lyo->decode,
            default => throw new InvalidArgumentException('unknown fault ' . $fault),
        };

        return new self(
            $fault === 'cannot encode' ? static fn(mixed $value): string => $value instanceof stdClass ? throw new RuntimeException('no') : ($lyo->encode)($value) : $lyo->encode,
            $decode,
            match ($fault) {
                'recognises everything' => static fn(string $data): bool => true,
                'recognises nothing' => static fn(string $data): bool => false,
                default => $lyo->recognizes,
            },
        );
    }

    /** @param array<string, mixed> $options */
    private static function destructing(string $data, array $options): mixed
    {
        try {
            return lyo_unserialize($data, $options);
        } catch (CorruptException $refusal) {
            $object = new DestructLog();
            unset($object);
            throw $refusal;
        }
    }

    /** @param array<string, mixed> $options */
    private static function hungry(string $data, array $options): mixed
    {
        $claimed = str_repeat('x', 1000 * (strlen($data) + 1000));
        $value = lyo_unserialize($data, $options);
        unset($claimed); // held until here

        return $value;
    }

    /** @param array<string, mixed> $options */
    private static function rethrowing(string $data, array $options): mixed
    {
        try {
            return lyo_unserialize($data, $options);
        } catch (CorruptException $refusal) {
            throw new RuntimeException($refusal->getMessage());
        }
    }

    /** @param array<string, mixed> $options */
    private static function crashing(string $data, array $options): mixed
    {
        return strlen($data) % 50 === 7 ? exit(139) : lyo_unserialize($data, $options);
    }
}
