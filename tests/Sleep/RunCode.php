<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

/** Code that changes the world around the objects. */
final readonly class RunCode implements Step
{
    public function __construct(
        private string $space,
        private string $code,
    ) {}

    public function take(Side $side): array
    {
        $side->run(($this->space === '' ? '' : 'namespace ' . rtrim($this->space, '\\') . '; ') . $this->code);

        return [];
    }

    public function text(): string
    {
        return 'run: ' . $this->code;
    }
}
