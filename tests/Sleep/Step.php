<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Sleep;

/** One thing that is done in both worlds. */
interface Step
{
    /** @return list<string> what came of it, the same in both worlds */
    public function take(Side $side): array;

    public function text(): string;
}
