<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use Lyo\Tools\Application;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;

use function array_filter;
use function file_get_contents;
use function fwrite;
use function preg_match;
use function str_contains;

/** Version, help and completion. */
#[CoversNothing]
final class HelpTest extends ProgramCase
{
    #[Test]
    public function the_version_is_that_of_the_extension_in_this_repository(): void
    {
        self::assertSame(1, preg_match('/PHP_LYO_VERSION "(.+)"/', (string) file_get_contents(self::ROOT . '/ext/src/module/lyo_version.h'), $match));
        [$status, $out] = $this->lyo('--version');
        self::assertSame([0, 1], [$status, preg_match('/\Alyo (\S+) \(PHP ' . PHP_VERSION . ', .*\)\n\z/', $out, $version)], $out);
        self::assertSame($match[1] ?? '', $version[1] ?? '-');
    }

    #[Test]
    public function every_command_has_examples_and_exit_codes(): void
    {
        $commands = array_filter((new Application())->all(), static fn(object $command): bool => str_starts_with($command::class, 'Lyo\\'));
        foreach ($commands as $name => $command) {
            self::assertStringContainsString('Exit codes', $command->getHelp(), $name);
            self::assertMatchesRegularExpression('/<info>.*%command.full_name%/', $command->getHelp(), $name);
            self::assertSame(0, preg_match('/\.\z/', $command->getDescription()), $name);
            self::assertLessThanOrEqual(66, strlen($command->getDescription()), "$name: bin/lyo list has 80 columns");
            foreach (explode("\n", $command->getHelp()) as $line) {
                self::assertTrue(str_contains($line, '<info>') || strlen($line) <= 78, "$name: $line");
            }
        }
        self::assertGreaterThanOrEqual(6, count($commands));
        fwrite(STDERR, 'help: ' . count($commands) . " commands\n");
    }

    #[Test]
    public function options_complete_with_their_values(): void
    {
        $completed = 0;
        foreach (['translate --to=' => 'igbinary', 'dump --as=' => 'json', 'dump --input=' => 'quoted', 'dump --from=' => 'session-php', 'doctor --format=' => 'json', 'diff --format=' => 'text', 'measure --format=' => 'json', 'edit --from=' => 'native', 'di' => 'diff'] as $line => $expected) {
            $words = explode(' ', $line);
            $arguments = ['_complete', '--no-interaction', '-sbash', '-c' . count($words), '-a1', '-ilyo'];
            foreach ($words as $word) {
                $arguments[] = "-i$word";
            }
            [$status, $out] = $this->lyo(...$arguments);
            self::assertSame(0, $status, $out);
            self::assertTrue(str_contains("\n$out", "\n$expected\n"), "$line: $out");
            $completed++;
        }
        self::assertSame(9, $completed);
    }

    #[Test]
    public function a_command_that_is_not_there_is_wrong_use_with_a_hint(): void
    {
        self::assertSame([2, '', "lyo: Command \"dumb\" is not defined. Did you mean this?     dump (lyo help COMMAND shows what it takes)\n"], $this->lyo('dumb'));
    }
}
