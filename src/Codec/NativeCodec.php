<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Codec;

use Lyo\ClassPolicy;
use Lyo\Codec;
use Lyo\Exception\LyoException;
use Lyo\Format;
use Lyo\Native\Decoding;

use function serialize;

/** Reads and writes the text of serialize(). */
final class NativeCodec implements Codec
{
    public function name(): string
    {
        return 'native';
    }

    public function encode(mixed $value): string
    {
        return serialize($value);
    }

    public function decode(string $data, ClassPolicy $classes): mixed
    {
        $classes->check($data);
        return $classes->reading(static fn(): mixed => Decoding::decode($data, $classes->nativeOptions()), $data);
    }

    /**
     * Throws an exception for data for which unserialize() has returned false, unless they say false.
     *
     * @internal
     *
     * @throws LyoException
     */
    public static function check(string $data): void
    {
        Decoding::check($data);
    }

    public function recognises(?Format $format, string $data): bool
    {
        return $format === Format::Native;
    }
}
