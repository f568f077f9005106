<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Measure\Source;

use Lyo\Measure\Item;
use Lyo\Measure\Source;

use function file_get_contents;
use function strlen;

/** Standard input: one value. */
final readonly class Input implements Source
{
    public function items(): iterable
    {
        $data = (string) @file_get_contents('php://stdin');
        yield new Item('standard input', strlen($data), static fn(): string => $data);
    }
}
