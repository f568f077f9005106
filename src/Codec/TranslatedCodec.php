<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Codec;

use InvalidArgumentException;
use Lyo\Bson\Bson;
use Lyo\ClassPolicy;
use Lyo\Codec;
use Lyo\Format;
use Lyo\Msgpack\Writer as MsgpackWriter;
use Lyo\Native\Decoding;
use Lyo\Native\ExactFloats;
use Lyo\Translator;
use Lyo\VarExport\Writer as VarExportWriter;
use Lyo\Wddx\Writer as WddxWriter;

/**
 * Reads and writes msgpack, var_export(), WDDX or BSON, through the text of serialize(). encode() throws an exception if the value would not come back
 * unchanged, and the message says why.
 */
final readonly class TranslatedCodec implements Codec
{
    public function __construct(private Format $format)
    {
        $this->keeps(); // throws an exception for any other format
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

    public function keeps(): array
    {
        return match ($this->format) {
            Format::Msgpack => MsgpackWriter::KEEPS,
            Format::VarExport => VarExportWriter::KEEPS,
            Format::Wddx => WddxWriter::KEEPS,
            Format::Bson => Bson::KEEPS,
            default => throw new InvalidArgumentException("{$this->format->value} has a codec of its own, or none"),
        };
    }
}
