<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;

use function base_convert;
use function extension_loaded;
use function file_put_contents;
use function filesize;
use function fwrite;
use function getenv;
use function hrtime;
use function lyo_serialize;
use function mt_rand;
use function mt_srand;
use function number_format;

/** A payload of 14 MB with 330,000 rows; with LYO_LARGE=1 (make test-large), as it takes half a minute. */
#[CoversNothing]
final class LargeTest extends ProgramCase
{
    private const ROWS = 330_000;

    protected function setUp(): void
    {
        if (getenv('LYO_LARGE') === false || !extension_loaded('lyo') || !Terminal::isAvailable()) {
            self::markTestSkipped('make test-large runs it, with the extension lyo and a pseudo-terminal');
        }
        parent::setUp();
        mt_srand(5);
        $rows = [];
        for ($i = 0; $i < self::ROWS; $i++) {
            $rows[] = ['id' => 1000 + $i, 'name' => 'Kunde ' . self::word() . ' ' . self::word(), 'city' => ['Berlin', 'Hamburg', 'München', 'Köln'][mt_rand(0, 3)],
                'price' => mt_rand(100, 99_999) / 100, 'active' => mt_rand(0, 1) === 1, 'mail' => 'u' . self::word() . '@example.org', 'created' => 1_700_000_000 + mt_rand(0, 9_999_999)];
        }
        file_put_contents("$this->folder/large.lyo", lyo_serialize($rows));
    }

    private static function word(): string
    {
        return base_convert((string) mt_rand(), 10, 36);
    }

    #[Test]
    public function a_large_payload_is_shown_in_128_megabytes_and_from_the_first_second_on(): void
    {
        self::assertGreaterThan(13_000_000, (int) filesize("$this->folder/large.lyo"));
        $lines = ['' => 3 + 8 * self::ROWS, '--as=json' => 2 + 9 * self::ROWS, '--hex' => self::ROWS];
        foreach ($lines as $option => $count) {
            $start = hrtime(true);
            [$status, $out, $errors] = $this->shell(self::php() . ' -d memory_limit=128M ' . self::ROOT . "/bin/lyo dump $option large.lyo | wc -l");
            self::assertSame([0, ''], [$status, $errors], $option);
            self::assertGreaterThanOrEqual($count, (int) $out, $option);
            fwrite(STDERR, "large: dump $option of " . number_format((int) filesize("$this->folder/large.lyo")) . ' bytes, ' . number_format((int) $out) . ' lines, ' . number_format((hrtime(true) - $start) / 1e9, 1) . " s\n");
        }
        $terminal = new Terminal(self::program() . ' dump large.lyo', $this->folder);
        self::assertTrue($terminal->waitFor("\n"));
        self::assertLessThan(1.0, $terminal->firstLine, 'seconds until the first line');
        self::assertStringContainsString('bytes, 330,000 elements', $terminal->lines()[0]);
        $terminal->type("\x03");
        $terminal->end();
        fwrite(STDERR, 'large: first line after ' . number_format(1000 * (float) $terminal->firstLine) . " ms\n");
    }
}
