<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Tools;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** What Composer downloads for lyo/lyo and lyo/cli: the archives that git makes. */
#[CoversNothing]
final class PackagesTest extends TestCase
{
    #[Test]
    public function the_library_is_its_sources_and_two_documents(): void
    {
        self::assertSame(['CHANGELOG.md', 'LICENSE', 'README.md', 'composer.json', 'src/'], self::top(''));
    }

    #[Test]
    public function the_command_line_is_its_sources_and_a_readme(): void
    {
        self::assertSame(['LICENSE', 'README.md', 'bin/', 'composer.json', 'src/'], self::top('cli'));
    }

    /** @return list<string> what is at the top of the archive of a folder */
    private static function top(string $folder): array
    {
        $root = escapeshellarg(dirname(__DIR__, 2));
        exec("git -C $root archive HEAD:$folder 2>&1 | tar t 2>&1", $files, $status);
        if ($status !== 0) {
            self::markTestSkipped('this is no clone with git');
        }
        self::assertGreaterThan(20, count($files));

        return array_values(array_unique(array_map(static fn(string $file): string => (string) preg_replace('~/.*~', '/', $file), $files)));
    }
}
