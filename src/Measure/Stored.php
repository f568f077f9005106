<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Measure;

use Lyo\Exception\LyoException;
use Lyo\Store\Envelope;
use Lyo\Translator;

use function strlen;

/** A value as it was found: what is around it is taken off, and it is read without a class. */
final readonly class Stored
{
    private function __construct(
        public string $name,
        public int $bytes,
        /** From the outside to the inside: "zlib > native". */
        public string $format,
        /** As serialize() writes it. */
        public string $text,
    ) {}

    /** @throws LyoException if the data are damaged, or of no known format */
    public static function read(string $name, string $data): self
    {
        $envelope = Envelope::open($data);

        return new self($name, strlen($data), $envelope->path, Translator::toNative($envelope->data, $envelope->format));
    }
}
