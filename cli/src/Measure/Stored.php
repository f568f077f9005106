<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Measure;

use Lyo\Exception\LyoException;
use Lyo\Tools\Store\Envelope;
use Lyo\Translator;

use function strlen;

/** A stored value, unwrapped and translated to serialize() text. No class is loaded for that. */
final readonly class Stored
{
    private function __construct(
        public string $name,
        public int $bytes,
        /** Layers and format, from the outside to the inside: "zlib > native". */
        public string $format,
        /** The value as serialize() text. */
        public string $text,
    ) {}

    /** @throws LyoException if the data are damaged, or in an unknown format */
    public static function read(string $name, string $data): self
    {
        $envelope = Envelope::open($data);

        return new self($name, strlen($data), $envelope->path, Translator::toNative($envelope->data, $envelope->format));
    }
}
