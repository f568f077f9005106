<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Tools;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** Each folder of sources says what it is, and where its tests are. */
#[CoversNothing]
final class FoldersTest extends TestCase
{
    private const ROOT = __DIR__ . '/../..';

    #[Test]
    public function each_folder_of_sources_says_where_its_tests_are(): void
    {
        $wrong = [];
        $folders = [...glob(self::ROOT . '/{src,cli/src,ext/src}/*', GLOB_BRACE | GLOB_ONLYDIR) ?: [], self::ROOT . '/bench', self::ROOT . '/demo', self::ROOT . '/samples', self::ROOT . '/tools'];
        foreach ($folders as $folder) {
            $name = substr($folder, strlen(self::ROOT) + 1);
            $text = (string) @file_get_contents("$folder/README.md");
            str_starts_with($text, "# $name\n") || $wrong[] = "$name/README.md does not begin with the name of the folder";
            preg_match('/^Tests: (.*?\.)$/ms', $text, $tests);
            preg_match_all('~`(\S+/\S*)`~', $tests[1] ?? '', $paths);
            $paths[1] !== [] || $wrong[] = "$name/README.md has no line \"Tests: \"";
            foreach ($paths[1] as $path) {
                file_exists(self::ROOT . "/$path") || $wrong[] = "$name/README.md: no $path";
            }
        }

        self::assertSame([], $wrong);
        self::assertGreaterThan(30, count($folders));
    }
}
