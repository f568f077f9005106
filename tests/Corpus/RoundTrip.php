<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Corpus;

/** Encodes and decodes one value, and reports the result. */
final readonly class RoundTrip
{
    private function __construct(
        public ?string $fault,
        public int $size,
        public ?int $igbinarySize,
    ) {}

    /** @param mixed $value a value whose serialize() text is $expected after PHP's own round trip */
    public static function of(mixed $value, string $expected, bool $sizes): self
    {
        $bytes = lyo_serialize($value);
        $back = lyo_unserialize($bytes);
        $again = lyo_serialize($back);
        $fault = match (true) {
            serialize($back) !== $expected => 'serialize(decoded) differs from what unserialize() gives',
            $again !== $bytes => 'encode(decode(bytes)) differs from the bytes',
            !lyo_is_serialized($bytes) => 'lyo_is_serialized() does not recognise the bytes',
            lyo_serialize(unserialize($expected)) !== $bytes => 'a fresh copy of the value is encoded to other bytes',
            default => null,
        };

        return new self($fault, strlen($bytes), $sizes ? self::igbinary($value) : null);
    }

    private static function igbinary(mixed $value): ?int
    {
        $bytes = function_exists('igbinary_serialize') ? igbinary_serialize($value) : null;

        return is_string($bytes) ? strlen($bytes) : null;
    }
}
