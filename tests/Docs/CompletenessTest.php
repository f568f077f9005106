<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Docs;

use InvalidArgumentException;
use Lyo\Codec\TranslatedCodec;
use Lyo\Format;
use Lyo\Keeps;
use Lyo\Tools\Application;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** Tables and pages have everything that the sources have: formats, codecs, options. */
#[CoversNothing]
final class CompletenessTest extends TestCase
{
    #[Test]
    public function every_format_has_a_row_on_its_page(): void
    {
        preg_match_all('/`([^`]+)`/', implode(' ', array_keys((new Document('docs/formats.md'))->table('| format | how it is recognised'))), $named);
        $formats = array_map(static fn(Format $format): string => $format->value, Format::cases());
        self::assertEqualsCanonicalizing($formats, $named[1], 'the table in docs/formats.md, and the cases of Lyo\Format');
    }

    #[Test]
    public function the_table_of_mistaken_data_is_what_its_program_prints(): void
    {
        exec(escapeshellarg(PHP_BINARY) . ' -n ' . escapeshellarg(Document::ROOT . '/tools/detect-table.php') . ' none', $lines);
        self::assertCount(12, $lines); // without a corpus there is no row of strings within real values
        self::assertStringContainsString(implode("\n", $lines), (string) file_get_contents(Document::ROOT . '/docs/formats.md'));
    }

    #[Test]
    public function the_table_of_codecs_says_what_each_keeps(): void
    {
        $expected = [];
        foreach (self::codecs() as $name => $kept) {
            foreach (Keeps::cases() as $keeps) {
                $expected[$name][$keeps->value] = in_array($keeps, $kept, true) ? 'yes' : '–';
            }
        }
        self::assertEquals($expected, (new Document('docs/library.md'))->table('| codec | bytes'), 'the table of codecs in docs/library.md, and what Writer::KEEPS of each format says');
        foreach (glob(Document::ROOT . '/src/Codec/*.php') ?: [] as $file) {
            self::assertNotSame([], preg_grep('/^`' . basename($file, '.php') . '\b/', array_keys($expected)), $file);
        }
    }

    #[Test]
    public function the_command_line_writes_each_format_that_a_codec_writes(): void
    {
        $names = explode(', ', (new Application())->get('translate')->getDefinition()->getOption('to')->getDescription());
        self::assertGreaterThanOrEqual(4, count(self::translated()));
        self::assertSame([], array_diff(array_map(static fn(Format $format): string => $format->value, self::translated()), $names), 'formats that TranslateCommand::FORMATS does not have');
    }

    /** An option is on the page that the table of docs/cli.md links to, or with what all commands or all sources have in common. */
    #[Test]
    public function every_option_of_a_command_is_on_its_page(): void
    {
        $rows = (new Document('docs/cli.md'))->table('| command | what it does |');
        $common = self::section('docs/cli.md', 'what-all-commands-have-in-common') . self::section('docs/convert.md', 'sources');
        $missing = [];
        $options = 0;
        foreach ($rows as $cell => $_) {
            [, $name, $page, $anchor] = preg_match('/\A\[`lyo (\w+)`\]\(([^#]*)#?(.*)\)\z/', $cell, $link) === 1 ? $link : self::fail($cell);
            $text = self::section('docs/' . ($page === '' ? 'cli.md' : $page), $anchor);
            foreach ((new Application())->get($name)->getDefinition()->getOptions() as $option) {
                $options++;
                if (preg_match('/--' . preg_quote($option->getName(), '/') . '(?![\w-])/', $text . $common) !== 1) {
                    $missing[] = "lyo $name --{$option->getName()}";
                }
            }
        }
        self::assertSame([], $missing, 'options that the page of their command does not have; the table in docs/cli.md links to it');
        self::assertGreaterThanOrEqual(100, $options);
    }

    #[Test]
    public function every_key_of_lyo_status_is_in_its_table(): void
    {
        if (!extension_loaded('lyo')) {
            self::markTestSkipped('lyo_status() SKIPPED, the extension lyo is not loaded');
        }
        preg_match_all("/`((?:\\['\\w+'\\])+)`/", implode(' ', array_keys((new Document('ext/README.md'))->table('| `lyo_status()` |'))), $named);
        $missing = [];
        foreach (lyo_status() as $owner => $rows) {
            foreach (array_keys((array) $rows) as $key) {
                if (array_intersect(["['$owner']['$key']", "['$key']"], $named[1]) === []) {
                    $missing[] = "$owner $key";
                }
            }
        }
        self::assertSame([], $missing, 'keys of lyo_status() that the table in ext/README.md does not have');
        self::assertGreaterThanOrEqual(12, count($named[1]));
    }

    #[Test]
    public function every_setting_for_php_ini_alone_is_named(): void
    {
        if (!extension_loaded('lyo')) {
            self::markTestSkipped('settings SKIPPED, the extension lyo is not loaded');
        }
        $section = (string) preg_replace('/\s+/', ' ', self::section('docs/configuration.md', 'where-a-setting-can-be-changed'));
        self::assertSame(1, preg_match('/(.*?) can only be set in `php\.ini`/', $section, $sentence));
        preg_match_all('/`(lyo\.\w+)`/', $sentence[1] ?? '', $named);
        $system = array_keys(array_filter((array) ini_get_all('lyo'), static fn(mixed $setting): bool => is_array($setting) && $setting['access'] !== INI_ALL));
        self::assertEqualsCanonicalizing($system, $named[1], 'settings with PHP_INI_SYSTEM, and the sentence in docs/configuration.md');
    }

    /** The text of a page, or of the section with this anchor. */
    private static function section(string $page, string $anchor): string
    {
        $text = (new Document($page))->text();
        if ($anchor === '') {
            return $text;
        }
        $title = '^(##+) ' . str_replace('-', '[ -]', $anchor);
        self::assertSame(1, preg_match("/$title\n.*?(?=^#{2,3} |\z)/ims", $text, $section), "$page#$anchor");

        return $section[0] ?? '';
    }

    /** @return array<string, list<Keeps>> what codecs keep, by the first cell of their row */
    private static function codecs(): array
    {
        $codecs = ['`NativeCodec`' => Keeps::cases(), '`LyoCodec`' => Keeps::cases(), '`IgbinaryCodec`' => Keeps::cases(), '`JsonCodec`' => []];
        foreach (self::translated() as $format) {
            $keeps = "Lyo\\$format->name\\Writer::KEEPS";
            $codecs["`TranslatedCodec(Format::$format->name)`"] = defined($keeps) ? array_values(array_filter((array) constant($keeps), static fn(mixed $kept): bool => $kept instanceof Keeps)) : [];
        }

        return $codecs;
    }

    /** @return list<Format> formats that TranslatedCodec takes */
    private static function translated(): array
    {
        return array_values(array_filter(Format::cases(), static function (Format $format): bool {
            try {
                new TranslatedCodec($format);
                return true;
            } catch (InvalidArgumentException) {
                return false;
            }
        }));
    }
}
