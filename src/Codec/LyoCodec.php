<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Codec;

use Lyo\ClassPolicy;
use Lyo\Codec;
use Lyo\Envelope\Options;
use Lyo\Format;
use Lyo\Keeps;

use function str_starts_with;
use function substr;

/** The Lyo format, by the extension or by the library. */
final class LyoCodec implements Codec
{
    /** What stands before the payload where igbinary's header is expected. */
    private const CARRIER = "\0\0\0\4";

    /** @param Options|null $envelope what is put around values and asked of those that are read; null for what the settings say */
    public function __construct(private readonly ?Options $envelope = null) {}

    public function name(): string
    {
        return 'lyo';
    }

    public function encode(mixed $value): string
    {
        return lyo_serialize($value, $this->envelope?->forWriting() ?? []);
    }

    public function decode(string $data, ClassPolicy $classes): mixed
    {
        return lyo_unserialize(str_starts_with($data, self::CARRIER) ? substr($data, 4) : $data, [...$classes->options(), ...$this->envelope?->forReading() ?? []]);
    }

    public function recognises(Format $format): bool
    {
        return $format === Format::Lyo || $format === Format::LyoCarrier;
    }

    public function keeps(): array
    {
        return Keeps::cases();
    }
}
