<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use Lyo\Bench\Counting;
use Lyo\Bench\Profile;
use PHPUnit\Framework\Attributes\CoversClass;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

#[CoversClass(Counting::class)]
#[CoversClass(Profile::class)]
final class ProfileTest extends TestCase
{
    private const DUMP = <<<'CALLGRIND'
        # callgrind format
        desc: Trigger: Client Request: shop/order|lyo|decode

        positions: line
        events: Ir
        summary: 60

        fl=(1) reader.c
        fn=(7) read_value
        167 10
        +5 1
        cfn=(8) read_string
        calls=3 20
        +1 40
        -4 2
        * 3
        fn=(8)
        20 40

        fn=(7)
        170 3

        fn=(9) read_value'2
        167 1

        totals: 60
        CALLGRIND;

    #[Test]
    public function calls_do_not_count_for_the_caller(): void
    {
        self::assertSame(['read_value' => 20, 'read_string' => 40], Counting::functions(self::DUMP));
    }

    #[Test]
    public function files_are_read_by_their_labels(): void
    {
        $base = sys_get_temp_dir() . '/lyo-profile-' . bin2hex(random_bytes(4)) . '.';
        file_put_contents($base . '1', self::DUMP);
        file_put_contents($base . '2', "desc: Trigger: Client Request: shop/order|igbinary again|decode free\nfn=(1) efree\n1 5\ntotals: 5\n");
        file_put_contents($base . '3', "desc: Trigger: Program termination\ntotals: 99\n");
        $counts = Counting::read($base);
        array_map(unlink(...), glob($base . '*') ?: []);
        self::assertSame([
            'shop/order' => [
                'lyo decode' => ['total' => 60, 'functions' => ['read_value' => 20, 'read_string' => 40]],
                'igbinary again free' => ['total' => 5, 'functions' => ['efree' => 5]],
            ],
        ], $counts);
    }

    #[Test]
    public function each_value_weighs_the_same(): void
    {
        $means = Profile::means([['read' => 1, 'copy' => 3], ['read' => 1000]]);
        self::assertSame(['read', 'copy'], array_keys($means));
        self::assertEqualsWithDelta(0.625, $means['read']['share'], 1e-12);
        self::assertEqualsWithDelta(0.375, $means['copy']['share'], 1e-12);
        self::assertSame(1001, $means['read']['count']);
    }
}
