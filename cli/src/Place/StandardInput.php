<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Place;

use RuntimeException;

use function stream_get_contents;

/** Standard input, which can be read only once. */
final class StandardInput implements Place
{
    public function name(): string
    {
        return 'standard input';
    }

    public function read(): string
    {
        $stream = fopen('php://stdin', 'rb');
        $data = $stream === false ? false : stream_get_contents($stream);
        return $data !== false ? $data : throw new RuntimeException('standard input: cannot be read');
    }

    public function replace(string $old, string $new): bool
    {
        throw new RuntimeException('standard input: cannot be written to (name a file)');
    }
}
