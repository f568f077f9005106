<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use Lyo\Tools\Dump\Text;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;

use function array_filter;
use function array_map;
use function count;
use function fwrite;
use function is_executable;
use function max;
use function serialize;
use function str_repeat;
use function unserialize;

/** What a person at a terminal sees. */
#[CoversNothing]
final class TerminalTest extends ProgramCase
{
    private static int $trials = 0;

    protected function setUp(): void
    {
        if (!is_executable('/usr/bin/setsid') || !is_executable('/usr/bin/stty') && !is_executable('/bin/stty')) {
            self::markTestSkipped('setsid or stty is not here');
        }
        if (!Terminal::isAvailable()) {
            self::markTestSkipped('there are no pseudo-terminals here (no /dev/pts, or a PHP that cannot)');
        }
        parent::setUp();
        self::$trials++;
    }

    public static function tearDownAfterClass(): void
    {
        fwrite(STDERR, 'terminal: ' . self::$trials . " trials\n");
    }

    private function terminal(string $command, int $columns = 80): Terminal
    {
        return new Terminal(str_replace('LYO', self::program(), $command), $this->folder, $columns);
    }

    #[Test]
    #[DataProvider('widths')]
    public function lines_fit_the_window(int $columns): void
    {
        $this->put('value', serialize(['text' => str_repeat('Grüße 日本語 ', 60), 'rows' => [['id' => 1, 'note' => str_repeat("\e[31m", 80)]]]));
        foreach (['LYO dump value', 'LYO doctor', 'LYO diff value other', 'LYO help convert', 'LYO measure --help', 'LYO list', 'LYO translate'] as $command) {
            $this->put('other', serialize(['text' => str_repeat('x', 500), 'rows' => []]));
            $terminal = $this->terminal($command, $columns);
            $terminal->end();
            $breakable = array_filter($terminal->lines(), static fn(string $line): bool => str_contains(trim($line), ' '));
            $widths = array_map(Text::columns(...), $breakable);
            self::assertLessThanOrEqual($columns, max([0, ...$widths]), $command . ":\n" . $terminal->screen);
            self::assertGreaterThan(2, count($widths));
        }
    }

    /** @return iterable<string, array{int}> */
    public static function widths(): iterable
    {
        yield 'narrow' => [50];
        yield 'as usual' => [80];
        yield 'wide' => [132];
    }

    #[Test]
    public function there_are_colours_unless_they_are_not_wanted(): void
    {
        $this->put('value', serialize(['a' => 1]));
        $terminal = $this->terminal('LYO dump value');
        self::assertSame(0, $terminal->end());
        self::assertStringContainsString("\e[33m1\e[39m", $terminal->screen);
        // A heading in white could not be read on a white terminal.
        foreach (['LYO dump value', 'LYO dump --hex value', 'LYO diff value other', 'LYO doctor'] as $command) {
            $this->put('other', serialize(['a' => 2]));
            $terminal = $this->terminal($command);
            $terminal->end();
            self::assertSame([true, false], [str_contains($terminal->screen, "\e[1m"), str_contains($terminal->screen, "\e[97m")], $command);
        }
        foreach (['NO_COLOR=1 LYO dump value', 'LYO dump --no-ansi value', 'TERM=dumb LYO dump value --no-ansi'] as $command) {
            $terminal = $this->terminal($command);
            self::assertSame(0, $terminal->end());
            self::assertStringNotContainsString("\e", $terminal->screen, $command);
        }
    }

    #[Test]
    public function a_command_that_would_wait_for_typing_shows_its_help(): void
    {
        foreach (['LYO dump', 'LYO translate', 'LYO translate --to=lyo'] as $command) {
            $terminal = $this->terminal($command);
            self::assertSame(2, $terminal->end(), $command);
            self::assertStringContainsString('Usage:', $terminal->screen);
            self::assertStringContainsString('Exit codes:', $terminal->screen);
        }
        $this->put('value', 'i:5;');
        self::assertSame(3, $this->shell(self::program() . ' dump')[0], 'no terminal and nothing to read: that is no value');
        $terminal = $this->terminal('LYO dump - <value');
        self::assertSame(0, $terminal->end());
    }

    #[Test]
    public function binary_data_are_not_written_to_a_terminal(): void
    {
        $this->put('value', 'i:5;');
        $terminal = $this->terminal('LYO translate --to=lyo value');
        self::assertSame(2, $terminal->end());
        self::assertSame(['lyo: lyo is binary, and not written to a terminal (use -o FILE, or a pipe)'], $terminal->lines());
        $terminal = $this->terminal('LYO translate --to=native value; LYO translate --to=lyo value | od -An -tx1');
        self::assertSame(0, $terminal->end());
        self::assertSame(['i:5; c1 10 07'], $terminal->lines());
    }

    #[Test]
    public function nothing_in_the_data_is_a_command_for_the_terminal(): void
    {
        $evil = "\e]0;title\x07\u{9B}2J\u{9D}x\u{202E}abc\r";
        $this->put('value', serialize([$evil => $evil, 'o' => (object) [$evil => 1]]));
        $this->put('class', 'a:1:{i:0;O:' . strlen($evil) . ":\"$evil\":0:{}}");
        $this->put('plain', serialize([$evil => $evil]));
        $this->put($evil, 'i:1');
        $runs = 0;
        foreach (['value', 'class', 'plain', $evil] as $name) {
            foreach (['dump', 'dump --as=json', 'dump --as=php', 'dump --as=diag', 'dump --as=hex', 'translate --to=var_export', 'translate --to=native', 'translate --to=json', 'translate --to=wddx', 'stat', 'stat --format=json', 'diff plain', 'diff --format=json plain'] as $command) {
                $terminal = $this->terminal("NO_COLOR=1 LYO $command " . escapeshellarg($name));
                $terminal->end();
                $shown = str_replace("\r\n", "\n", $terminal->screen);
                self::assertSame(0, preg_match('/[\x01-\x08\x0B-\x1F\x7F]/', $shown), "$command: " . json_encode($shown));
                self::assertSame(0, preg_match('/[\x{7F}-\x{9F}\x{202A}-\x{202E}]/u', $shown), "$command: " . json_encode($shown));
                $runs++;
            }
            foreach (['dump --as=json', 'stat --format=json', 'diff --format=json plain'] as $command) {
                [, $json] = $this->shell(self::program() . " $command " . escapeshellarg($name));
                self::assertSame(0, preg_match('/[\x{7F}-\x{9F}\x{202A}-\x{202E}]/u', $json), $command);
            }
        }
        self::assertSame(52, $runs);
    }

    private function rows(): string
    {
        $rows = [];
        for ($i = 0; $i < 60_000; $i++) {
            $rows[] = ['id' => $i, 'name' => "name $i", 'tags' => [$i, 'x']];
        }
        return serialize($rows);
    }

    #[Test]
    public function ctrl_c_ends_a_long_dump_at_once(): void
    {
        $this->put('rows', $this->rows());
        $terminal = $this->terminal('exec LYO dump rows');
        self::assertTrue($terminal->waitFor('"name 3"'), $terminal->screen);
        $terminal->type("\x03");
        self::assertSame(130, $terminal->end());
        self::assertStringNotContainsString('name 59999', $terminal->screen);
        self::assertStringNotContainsString('Fatal', $terminal->screen);
    }

    #[Test]
    public function the_first_line_comes_at_once(): void
    {
        $this->put('rows', $this->rows());
        $terminal = $this->terminal('LYO dump rows');
        self::assertTrue($terminal->waitFor("\n"));
        self::assertStringNotContainsString('name 59999', $terminal->screen, 'the first line does not wait for the last; make test-large has a limit in seconds');
        $terminal->type("\x03");
        $terminal->end();
    }

    /** The pager is closed long before all is printed. */
    #[Test]
    public function it_ends_quietly_when_its_reader_goes_away(): void
    {
        $this->put('rows', $this->rows());
        foreach (['LYO dump rows | head -n 1', 'LYO dump --as=json rows | head -n 1', 'LYO dump --hex rows | head -n 1'] as $command) {
            $terminal = $this->terminal($command);
            self::assertSame(0, $terminal->end());
            self::assertCount(1, $terminal->lines(), $terminal->screen);
        }
    }

    #[Test]
    public function a_full_disk_is_reported_on_the_terminal(): void
    {
        if (!is_writable('/dev/full')) {
            self::markTestSkipped('there is no /dev/full');
        }
        $this->put('rows', $this->rows());
        $terminal = $this->terminal('LYO dump rows >/dev/full');
        self::assertSame(1, $terminal->end());
        self::assertSame(['lyo: standard output: cannot be written: No space left on device'], $terminal->lines());
    }

    #[Test]
    public function ctrl_c_in_an_editor_is_for_the_editor(): void
    {
        if (!extension_loaded('pcntl')) {
            self::markTestSkipped('pcntl is not here');
        }
        $this->put('value', serialize(['n' => 5]));
        $this->put('editor', "#!/bin/sh\ntrap 'interrupted=yes' INT\necho editing\nread answer\nsed -i \"s/5/7/\" \"\$1\"\necho \"\$answer \$interrupted\" >answered\n");
        chmod("$this->folder/editor", 0755);
        $terminal = $this->terminal('exec env -u VISUAL EDITOR=./editor LYO edit value');
        self::assertTrue($terminal->waitFor('editing'), $terminal->screen);
        $terminal->type("\x03");
        usleep(200_000);
        $terminal->type("hello\n");
        self::assertSame(0, $terminal->end(), $terminal->screen);
        self::assertStringContainsString('yes', $this->get('answered'), 'the editor got the signal');
        self::assertSame(['n' => 7], unserialize($this->get('value')));
    }

    /** Progress is for a terminal, and goes to standard error. */
    #[Test]
    public function progress_is_shown_at_a_terminal_only(): void
    {
        $this->put('value', serialize(['n' => 5]));
        $terminal = $this->terminal('LYO measure --rounds=1 --slice=1 value >out');
        self::assertSame(0, $terminal->end());
        self::assertStringContainsString('measured', $terminal->screen);
        self::assertStringNotContainsString("\e", $this->get('out'));
        self::assertSame('', $this->lyo('measure', '--rounds=1', '--slice=1', 'value')[2]);
    }

    #[Test]
    public function progress_has_no_empty_part(): void
    {
        mkdir("$this->folder/store");
        for ($i = 0; $i < 150; $i++) {
            $this->put("store/f$i", 'a:1:{i:0;i:5;}');
        }
        foreach (['LYO stat store', 'LYO convert store --to=lyo --dry-run'] as $command) {
            $terminal = $this->terminal($command);
            self::assertSame(0, $terminal->end());
            self::assertStringContainsString(' 100 values', $terminal->screen);
            self::assertStringNotContainsString(', ,', $terminal->screen);
        }
    }
}
