<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Bridge;

use Lyo\Bridge\Expiry;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

final class ExpiryTest extends TestCase
{
    #[Test]
    public function a_marked_time_is_past_for_plain_code_and_comes_back(): void
    {
        foreach ([3, 1795600000, 2147483647, 4102444800, null] as $time) {
            $stored = Expiry::marked($time);
            self::assertLessThan(0, $stored);
            self::assertNotSame(-1, $stored); // Drupal's name for never
            self::assertGreaterThanOrEqual(-max($time ?? 0, 2 ** 31), $stored); // never fits into 32 bits
            self::assertTrue(Expiry::isMarked($stored));
            self::assertSame($time, Expiry::time($stored));
        }
    }

    #[Test]
    public function what_other_code_writes_has_no_mark(): void
    {
        foreach ([-1, 0, 1, 1795600000] as $stored) {
            self::assertFalse(Expiry::isMarked($stored));
        }
        foreach ([2, 1, 0, -1, -2, -5] as $past) { // past for everybody, and never a name for never
            self::assertGreaterThanOrEqual(0, Expiry::marked($past));
            self::assertLessThanOrEqual(2, Expiry::marked($past));
        }
    }
}
