<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use function file_get_contents;
use function strlen;

/** Standard input, as a store with one value. get() returns it for any key. */
final class Input implements Store
{
    private ?string $data = null;

    public function items(?string $from = null, bool $values = false): iterable
    {
        yield new Item('standard input', strlen($this->data()), '', fn(): Entry => $this->get(''));
    }

    public function get(string $key): Entry
    {
        return new Entry('standard input', $this->data());
    }

    public function replace(Entry $entry, string $data): bool
    {
        throw new NotWritable('standard input cannot be written to');
    }

    public function commit(): void {}

    private function data(): string
    {
        return $this->data ??= (string) @file_get_contents('php://stdin');
    }
}
