<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Kept;

/** Properties for the operations. */
final class Holder
{
    /** @var array<mixed> */
    public static array $static = [];

    /** @var array<mixed> */
    public array $array = [];

    public mixed $any = null;
}
