<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Tests\App;

final class Hook
{
    public static int $called = 0;

    /**
     * @param array<mixed> $data
     */
    public function __unserialize(array $data): void
    {
        ++self::$called;
    }
}
