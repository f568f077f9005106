<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Codec;

use InvalidArgumentException;
use Lyo\ClassPolicy;
use Lyo\Codec;
use Lyo\Format;
use Lyo\Native\Decoding;
use Lyo\Native\ExactFloats;
use Lyo\Translator;

use function in_array;

/**
 * Reads and writes msgpack, var_export(), WDDX or BSON, through the text of serialize(). encode() throws an exception if the value would not come back
 * unchanged, and the message says why.
 */
final readonly class TranslatedCodec implements Codec
{
    public function __construct(private Format $format)
    {
        if (!in_array($format, [Format::Msgpack, Format::VarExport, Format::Wddx, Format::Bson], true)) {
            throw new InvalidArgumentException("$format->value has a codec of its own, or none");
        }
    }

    public function name(): string
    {
        return $this->format->value;
    }

    public function encode(mixed $value): string
    {
        return Translator::translate(ExactFloats::serialize($value), $this->format, Format::Native);
    }

    public function decode(string $data, ClassPolicy $classes): mixed
    {
        $text = Translator::toNative($data, $this->format);
        $classes->check($text);

        return Decoding::decode($text, $classes->nativeOptions() + ['max_depth' => 0], true);
    }

    public function recognises(?Format $format, string $data): bool
    {
        return $format === $this->format;
    }
}
