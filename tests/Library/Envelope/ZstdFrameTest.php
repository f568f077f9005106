<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Envelope;

use Lyo\Envelope\ZstdFrame;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

final class ZstdFrameTest extends TestCase
{
    /** libzstd unpacks a block of 2 MB that repeats one byte, in four bytes of data. The format allows 128 kB. */
    #[Test]
    public function a_block_holds_at_most_128_kb(): void
    {
        $block = static fn(int $size, int $type, bool $last): string => substr(pack('V', $size << 3 | $type << 1 | (int) $last), 0, 3);
        $frame = static fn(int $size, string ...$blocks): string => "\xA0" . pack('V', $size) . implode('', $blocks);
        $most = 128 << 10;
        self::assertTrue(ZstdFrame::holds($frame($most, $block($most, 1, true) . 'a'), $most));
        self::assertTrue(ZstdFrame::holds($frame(2 * $most, $block($most, 1, false) . 'a', $block($most, 1, true) . 'b'), 2 * $most));
        self::assertFalse(ZstdFrame::holds($frame($most + 1, $block($most + 1, 1, true) . 'a'), $most + 1));
        self::assertFalse(ZstdFrame::holds($frame(0x1FFFFF, $block(0x1FFFFF, 1, true) . 'a'), 0x1FFFFF));
        self::assertFalse(ZstdFrame::holds($frame($most + 1, $block($most + 1, 0, true) . str_repeat('a', $most + 1)), $most + 1));
    }
}
