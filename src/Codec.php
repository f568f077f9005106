<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

use Lyo\Exception\LyoException;

/** Writes and reads values in one format. */
interface Codec
{
    /** Returns the name of the format, for settings and messages. */
    public function name(): string;

    /**
     * Returns the data for a value.
     *
     * @throws LyoException if the value cannot be written, or not without loss
     */
    public function encode(mixed $value): string;

    /**
     * Returns the value of data.
     *
     * @throws LyoException if the data are damaged, or refused
     */
    public function decode(string $data, ClassPolicy $classes): mixed;

    /**
     * Tells whether this codec reads these data.
     *
     * @param Format|null $format what Format::detect() says of the data; null for a format that it does not know, such as one of the application
     */
    public function recognises(?Format $format, string $data): bool;
}
