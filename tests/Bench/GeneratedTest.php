<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use Lyo\Bench\Generated;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use RuntimeException;

/** Tables that commands put into documents. */
#[CoversNothing]
final class GeneratedTest extends TestCase
{
    private string $page;

    protected function setUp(): void
    {
        $this->page = (string) tempnam(sys_get_temp_dir(), 'lyo-page-');
        file_put_contents($this->page, "text\n<!-- generated: one -->\nold\n<!-- /generated -->\n<!-- generated: two -->\nold\n<!-- /generated -->\n");
    }

    protected function tearDown(): void
    {
        unlink($this->page);
    }

    #[Test]
    public function only_the_part_of_this_name_is_replaced_and_by_the_text_as_it_is(): void
    {
        Generated::write($this->page, 'one', "| \$1 | \\2 |\n");

        self::assertSame("text\n<!-- generated: one -->\n| \$1 | \\2 |\n<!-- /generated -->\n<!-- generated: two -->\nold\n<!-- /generated -->\n", file_get_contents($this->page));
    }

    #[Test]
    public function a_page_without_the_part_is_an_error_and_stays_as_it_is(): void
    {
        $before = file_get_contents($this->page);
        try {
            Generated::write($this->page, 'three', "new\n");
            self::fail('there was no error');
        } catch (RuntimeException $e) {
            self::assertSame("$this->page has no part for three, or cannot be written", $e->getMessage());
        }

        self::assertSame($before, file_get_contents($this->page));
    }
}
