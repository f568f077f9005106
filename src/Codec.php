<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo;

use Lyo\Exception\LyoException;

/** A format to write and read. */
interface Codec
{
    /** For settings and messages. */
    public function name(): string;

    /**
     * @throws LyoException if the value cannot be written, or not without loss
     */
    public function encode(mixed $value): string;

    /**
     * @throws LyoException
     */
    public function decode(string $data, ClassPolicy $classes): mixed;

    /** True if Format::detect() says that these data are in the format of this codec. */
    public function recognises(Format $format): bool;

    /** @return list<Keeps> */
    public function keeps(): array;
}
