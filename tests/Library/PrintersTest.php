<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Closure;
use InvalidArgumentException;
use Lyo\Exception\LyoException;
use Lyo\Format;
use Lyo\Functions\Lyo;
use Lyo\Samples\Samples;
use Lyo\Session\Form;
use Lyo\Session\Session;
use Lyo\Tests\Wire\Vector;
use Lyo\Tools\Dump\Hex;
use Lyo\Tools\Dump\Json;
use Lyo\Tools\Dump\JsonForms;
use Lyo\Tools\Dump\LyoHex;
use Lyo\Tools\Dump\Path;
use Lyo\Tools\Dump\Printer;
use Lyo\Tools\Dump\Stored;
use Lyo\Tools\Dump\Text;
use Lyo\Tools\Dump\Tree;
use Lyo\Tools\Dump\View;
use Lyo\Translator;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

use function array_map;
use function array_pop;
use function count;
use function explode;
use function file_put_contents;
use function fwrite;
use function ini_set;
use function is_executable;
use function json_decode;
use function preg_match;
use function preg_replace;
use function serialize;
use function shell_exec;
use function str_repeat;
use function strlen;
use function sys_get_temp_dir;
use function unlink;

/** The printers, which print values while they are read: trees, JSON, annotated hex. */
final class PrintersTest extends TestCase
{
    private const VALUE = "a:7:{s:1:\"l\";a:2:{i:0;i:1;i:1;d:2;}s:1:\"o\";O:1:\"P\":2:{s:1:\"a\";b:1;s:4:\"\0*\0b\";s:2:\"xy\";}"
        . 's:1:"r";i:5;s:1:"R";R:8;s:1:"s";r:5;s:1:"c";C:1:"S":3:{abc}s:1:"e";E:3:"U:A";}';

    protected function setUp(): void
    {
        ini_set('serialize_precision', '-1');
    }

    #[Test]
    public function a_tree_has_an_entry_a_line_and_the_bytes_of_each(): void
    {
        self::assertSame(
            <<<'TREE'
                native (serialize()), 165 bytes, 7 elements
                    bytes
                      165  map of 7
                       22    "l": list of 2
                        4      [0] 1
                        4      [1] 2.0
                       44    "o": #0=P of 2
                        4      "a": true
                        9      protected "b": "xy"
                        4    "r": &0 5
                        4    "R": *0
                        4    "s": #0
                       15    "c": #1=S with a payload: "abc"
                       10    "e": U::A
                           (*0 is one PHP reference with the value behind &0)
                           (#0 is the object that stands where #0= is)

                TREE,
            self::tree(self::VALUE),
        );
    }

    #[Test]
    public function the_tree_is_the_same_from_every_format(): void
    {
        $trees = 0;
        foreach (self::texts() as $name => $text) {
            $expected = self::withoutBytes(self::tree($text));
            foreach ([Format::Lyo, Format::Igbinary2] as $format) {
                try {
                    $data = Translator::translate($text, $format, Format::Native);
                } catch (LyoException) {
                    continue; // payloads that igbinary cannot hold, and the like
                }
                self::assertSame($expected, self::withoutBytes(self::tree($data, $format)), "$name, $format->value");
                $trees++;
            }
        }
        self::assertGreaterThan(550, $trees);
        fwrite(STDERR, "trees: $trees compared\n");
    }

    /** The bytes of an array or object are those of what is in it, of its keys, and of its own token. */
    #[Test]
    public function bytes_add_up(): void
    {
        $sums = 0;
        foreach (self::texts() as $name => $text) {
            $tree = self::tree($text);
            if (str_contains($tree, '  end of ')) {
                continue; // the bytes come after their key
            }
            $bytes = $within = []; // of the open ones, and of what was in them
            foreach (explode("\n", $tree) as $line) {
                if (preg_match('/^ {0,8}(\d+)  ((?:  )*)\S/', $line, $match) !== 1) {
                    continue;
                }
                $level = intdiv(strlen($match[2]), 2);
                while (count($bytes) > $level) {
                    self::assertLessThanOrEqual(array_pop($bytes), array_pop($within), "$name: $line");
                    $sums++;
                }
                if ($within !== []) {
                    $within[count($within) - 1] += (int) $match[1];
                }
                $bytes[] = (int) $match[1];
                $within[] = 0;
            }
        }
        self::assertGreaterThan(1000, $sums);
        fwrite(STDERR, "bytes: $sums sums\n");
    }

    #[Test]
    public function lines_do_not_wait_for_the_end_of_a_long_value(): void
    {
        $rows = array_map(static fn(int $i): array => ['id' => $i, 'name' => "name $i", 'tags' => [1, 2]], range(0, 4999));
        $text = serialize(['rows' => $rows]);
        $chunks = [];
        (Stored::of($text))->push(static function (bool $sharing, array $shared, int $shift) use (&$chunks, $text): Tree {
            return new Tree(static function (string $chunk) use (&$chunks): void {
                $chunks[] = $chunk;
            }, new View(), 'heading', strlen($text), $sharing, $shared, $shift);
        })->finish();

        self::assertGreaterThan(10, count($chunks));
        $tree = implode('', $chunks);
        self::assertSame(5000, preg_match_all('/^ +\d+      \[\d+\] map of 3$/m', $tree), 'rows are complete when they are printed');
        self::assertStringContainsString("            \"rows\": array of 5000\n", str_replace('             "rows"', '            "rows"', $tree));
        self::assertMatchesRegularExpression('/^ +' . (strlen($text) - strlen('a:1:{s:4:"rows";}')) . '    end of "rows": list of 5000$/m', $tree);
    }

    #[Test]
    public function a_view_shows_a_part(): void
    {
        $text = serialize(['user' => ['roles' => ['a', 'b', 'c'], 'x.y' => 1], 5 => 'five']);

        self::assertSame(["native (serialize()), 106 bytes, 2 elements", '    bytes', '      106  map of 2', '       74    "user": map of 2', '       11    [5] "five"', ''], explode("\n", self::tree($text, view: new View(depth: 1))));
        self::assertSame(['           array of 3', '        8    [0] "a"', '             … 2 more', ''], array_slice(explode("\n", self::tree($text, view: new View(Path::parse('user.roles'), limit: 1))), 2));
        self::assertSame(['        8  "b"', ''], array_slice(explode("\n", self::tree($text, view: new View(Path::parse('user.roles[1]')))), 2));
        self::assertSame(['        4  1', ''], array_slice(explode("\n", self::tree($text, view: new View(Path::parse('user."x.y"')))), 2));
        self::assertSame(['       11  "five"', ''], array_slice(explode("\n", self::tree($text, view: new View(Path::parse('5')))), 2));
        self::assertFalse(self::printer($text, null, static fn(bool $sharing): Printer => new Tree(static fn() => null, new View(Path::parse('user.name')), sharing: $sharing))->found());
    }

    /** Numbers of objects and references are those of the whole value. */
    #[Test]
    public function a_part_keeps_its_marks(): void
    {
        self::assertStringContainsString("  #0\n", self::tree(self::VALUE, view: new View(Path::parse('s'))));
        self::assertStringContainsString("  *0\n", self::tree(self::VALUE, view: new View(Path::parse('R'))));
    }

    #[Test]
    public function a_path_is_read_as_it_is_printed(): void
    {
        $paths = 0;
        foreach ([['a'], ['a', '0', 'b-c'], ['x.y', ''], ['"', '\\', "\n\e\xFF", "\u{202E}"], ['grüße', '日本'], ['[1]', ' ', "\0*\0b"], ['-5']] as $keys) {
            self::assertSame($keys, Path::parse((string) new Path($keys))->keys);
            $paths++;
        }
        self::assertSame(7, $paths);
        foreach (['a..b', 'a.', '.a', '"a', 'a"b"', '[x]'] as $wrong) {
            try {
                Path::parse($wrong);
                self::fail("$wrong was read");
            } catch (InvalidArgumentException) {
            }
        }
    }

    #[Test]
    public function strings_are_shown_as_text_as_far_as_they_are(): void
    {
        self::assertSame('"Grüße 日本語 👩‍👩‍👧"', Text::quote('Grüße 日本語 👩‍👩‍👧'));
        self::assertSame('"a\"b\\\\c\n\r\t\e\x00\x7F"', Text::quote("a\"b\\c\n\r\t\e\0\x7F"));
        self::assertSame('"\u{202E}abc\u{85}\u{2028}\u{FEFF}"', Text::quote("\u{202E}abc\u{85}\u{2028}\u{FEFF}"));
        self::assertSame('"ü\xFFü\xC3"', Text::quote("ü\xFFü\xC3"));
        self::assertSame('"\xED\xA0\x80\xC0\x80\xF4\x90\x80\x80"', Text::quote("\xED\xA0\x80\xC0\x80\xF4\x90\x80\x80"));
    }

    /** No string, in whatever state, sends a terminal a command, is cut within a character, or comes back as something else. */
    #[Test]
    public function any_string_is_printable_and_can_be_read_back(): void
    {
        mt_srand(11);
        $strings = 0;
        for ($i = 0; $i < 5000; $i++) {
            $bytes = '';
            for ($n = mt_rand(0, 40); $n > 0; $n--) {
                $bytes .= mt_rand(0, 1) === 0 ? chr(mt_rand(0, 255)) : ['ä', '日', "\u{202E}", '👩', "\u{9B}", '\\', '"'][mt_rand(0, 6)];
            }
            $quoted = Text::quote($bytes);
            self::assertSame(1, preg_match('/\A[^\p{Cc}\p{Zl}\x{202E}]*\z/u', $quoted), bin2hex($bytes));
            self::assertSame([$bytes], Path::parse($quoted)->keys, bin2hex($bytes));
            $short = Text::short($bytes, 24);
            self::assertSame(1, preg_match('//u', $short));
            self::assertLessThanOrEqual(24, Text::columns($short), "$short of " . bin2hex($bytes));
            $strings++;
        }
        self::assertSame(5000, $strings);
    }

    #[Test]
    public function json_has_a_form_for_everything(): void
    {
        $text = "a:10:{i:0;d:NAN;i:1;s:1:\"\xFF\";i:2;O:1:\"P\":2:{s:4:\"\0P\0a\";N;s:1:\"b\";d:1;}i:3;r:4;i:4;i:5;i:5;R:8;i:6;C:1:\"S\":1:{x}i:7;"
            . "a:2:{s:1:\"@\";E:3:\"U:A\";s:1:\"a\";a:1:{s:1:\"k\";d:1;}}i:8;O:1:\"Q\":2:{s:4:\"\0P\0a\";i:1;s:4:\"\0Q\0a\";i:2;}i:9;O:1:\"E\":0:{}}";

        self::assertSame(
            [
                ['@float' => 'nan'],
                ['@base64' => '/w=='],
                ['@object' => 'P', '@ordinal' => 0, 'a' => null, 'b' => 1.0],
                ['@same' => 0],
                ['@reference' => 0, 'value' => 5],
                ['@use' => 0],
                ['@custom' => 'S', '@ordinal' => 1, 'payload' => 'x'],
                ['@map' => [['key' => '@', 'value' => ['@case' => 'U::A']], ['key' => 'a', 'value' => ['k' => 1.0]]]],
                ['@object' => 'Q', '@ordinal' => 2, '@state' => [['key' => 'private P "a"', 'value' => 1], ['key' => 'private "a"', 'value' => 2]]],
                ['@object' => 'E', '@ordinal' => 3],
            ],
            json_decode(self::json($text), true, flags: JSON_THROW_ON_ERROR),
        );
    }

    #[Test]
    public function json_of_plain_values_is_what_json_encode_writes(): void
    {
        $flags = JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION;
        foreach ([[], [[]], [1, [2.0, 'ä/']], ['a' => ['b' => [], 'c' => [null, true]]], [0 => 'a', 2 => 'b'], [1 => 'a'], 'x', null, [[0, 'k' => 1], 2], 1.5] as $value) {
            self::assertSame(json_encode($value, $flags) . "\n", self::json(serialize($value)));
        }
        self::assertSame("[\n    1,\n    {\"@more\": 2}\n]\n", self::json(serialize([1, 2, 3]), new View(limit: 1)));
        self::assertSame('{"a":{"@more":2}}', json_encode(json_decode(self::json(serialize(['a' => [1, 2]]), new View(depth: 1)))));
    }

    #[Test]
    public function json_of_every_vector_and_sample_can_be_read(): void
    {
        $read = 0;
        foreach (self::texts() as $name => $text) {
            json_decode(self::json($text), true, 100_000);
            self::assertSame(JSON_ERROR_NONE, json_last_error(), $name);
            $read++;
        }
        self::assertGreaterThan(350, $read);
    }

    #[Test]
    public function hex_of_lyo_is_that_of_lyo_dump(): void
    {
        $program = (getenv('BUILD') ?: __DIR__ . '/../../build') . '/lyo-dump';
        if (!is_executable($program)) {
            self::markTestSkipped('lyo-dump has not been built (make build)');
        }
        $file = sys_get_temp_dir() . '/lyo-hex-' . bin2hex(random_bytes(6));
        $compared = 0;
        foreach (['valid', 'readable', 'invalid'] as $kind) {
            foreach (Vector::all($kind) as $vector) {
                file_put_contents($file, $vector->bytes());
                $expected = (string) shell_exec(escapeshellarg($program) . ' --hex ' . escapeshellarg($file) . ' 2>/dev/null');
                self::assertSame($expected, self::lyoHex($vector->bytes()), "$kind: $vector->name");
                $compared++;
            }
        }
        unlink($file);
        self::assertGreaterThanOrEqual(770, $compared);
        fwrite(STDERR, "hex: $compared vectors compared with lyo-dump\n");
    }

    #[Test]
    public function hex_shows_every_byte_once_in_order(): void
    {
        $checked = 0;
        foreach (self::texts() as $name => $text) {
            foreach ([Format::Native, Format::Igbinary2] as $format) {
                try {
                    $data = Translator::translate($text, $format, Format::Native);
                } catch (LyoException) {
                    continue;
                }
                $out = '';
                $hex = new Hex($data, static function (string $lines) use (&$out): void {
                    $out .= $lines;
                });
                Stored::of($data, $format)->push(static fn(): Hex => $hex);
                $bytes = '';
                foreach (explode("\n", $out) as $line) {
                    $bytes .= preg_match('/\A *\d+  +((?:[0-9A-F]{2} )+)/', "$line ", $match) === 1 ? str_replace(' ', '', $match[1]) : '';
                }
                self::assertSame(strtoupper(bin2hex($data)), $bytes, "$name, $format->value");
                $checked++;
            }
        }
        self::assertGreaterThan(600, $checked);
    }

    /** Damaged data are refused as by the readers that make values, with the same words and offset, and nothing else happens. */
    #[Test]
    public function damaged_data_are_refused_as_everywhere(): void
    {
        mt_srand(7);
        $formats = [Format::Lyo->value => 0, Format::Igbinary2->value => 0, Format::Native->value => 0];
        $taken = 0;
        foreach (self::texts() as $name => $text) {
            foreach (strlen($text) > 20_000 ? [] : array_keys($formats) as $format) {
                $format = Format::from($format);
                try {
                    $good = Translator::translate($text, $format, Format::Native);
                } catch (LyoException) {
                    continue;
                }
                for ($i = 0; $i < 8; $i++) {
                    $data = $good;
                    for ($n = mt_rand(1, 3); $n > 0; $n--) {
                        $data[mt_rand($format === Format::Native ? 0 : 2, strlen($data) - 1)] = chr(mt_rand(0, 255));
                    }
                    $data = mt_rand(0, 3) === 0 ? substr($data, 0, mt_rand(min(4, strlen($data)), strlen($data))) : $data;
                    $expected = self::refusal(static fn(): string => Translator::toNative($data, $format));
                    $message = "$name, $format->value: " . bin2hex(substr($data, 0, 300));
                    if ($expected === '' || !str_contains($expected, 'too long a text')) { // a tree repeats no strings
                        self::assertSame($expected, self::refusal(static fn(): string => self::tree($data, $format)), $message);
                    }
                    self::assertSame($expected === '', self::refusal(static fn(): string => self::json($data, null, $format)) === '', $message);
                    $hex = new Hex($data, static fn() => null);
                    self::assertSame($expected, self::refusal(static fn() => $format === Format::Lyo ? LyoHex::print($data, $hex) : Stored::of($data, $format)->push(static fn(): Hex => $hex)), $message);
                    $formats[$format->value]++;
                    $taken += (int) ($expected === '');
                }
            }
        }
        self::assertGreaterThan(2400, min($formats));
        self::assertGreaterThan(500, $taken);
        fwrite(STDERR, 'damaged: ' . implode(', ', array_map(static fn(string $format, int $count): string => "$format $count", array_keys($formats), $formats)) . "; $taken taken all the same\n");
    }

    private static function refusal(Closure $read): string
    {
        try {
            $read();
            return '';
        } catch (LyoException $e) {
            return $e->getMessage();
        }
    }

    #[Test]
    public function sessions_of_all_forms_are_trees(): void
    {
        $session = ['name' => 'Grüße', 'ids' => [1, 2]];
        foreach ([Form::Php, Form::PhpBinary, Form::PhpSerialize, Form::Igbinary, Form::Lyo] as $form) {
            $tree = self::tree(Session::encode($session, $form));
            self::assertSame("array of 2\n  \"name\": \"Grüße\"\n  \"ids\": array of 2\n    [0] 1\n    [1] 2\n", self::withoutBytes($tree), $form->value);
        }
        // numbers of these forms do not count the array around the variables
        $tree = self::tree('a|O:1:"P":0:{}b|r:1;c|i:5;d|R:3;');
        self::assertSame("array of 4\n  \"a\": P of 0\n  \"b\": #0\n  \"c\": &0 5\n  \"d\": *0\n", self::withoutBytes($tree));
    }

    /** @return iterable<string, string> name => text of serialize(): of the vectors, of the samples, and some more */
    private static function texts(): iterable
    {
        yield 'all kinds' => self::VALUE;
        foreach ([...Vector::all('valid'), ...Vector::all('readable')] as $vector) {
            $text = Lyo::toNative($vector->bytes());
            yield $vector->name => $text;
        }
        foreach (Samples::all() as $name => $value) {
            $text = serialize($value);
            if (strlen($text) < 200_000) {
                yield "sample $name" => $text;
            }
        }
    }

    private static function tree(string $data, ?Format $format = null, ?View $view = null): string
    {
        $out = '';
        $stored = Stored::of($data, $format);
        $write = static function (string $chunk) use (&$out): void {
            $out .= $chunk;
        };
        self::printer($data, $format, static fn(bool $sharing, array $shared, int $shift): Printer => new Tree($write, $view ?? new View(), $stored->summary(), strlen($stored->data), $sharing, $shared, $shift))->finish();

        return $out;
    }

    private static function json(string $data, ?View $view = null, ?Format $format = null): string
    {
        $view ??= new View();
        $out = '';
        $write = static function (string $chunk) use (&$out): void {
            $out .= $chunk;
        };
        $forms = self::printer($data, $format, static fn(bool $sharing, array $shared, int $shift): Printer => new JsonForms($view, $sharing, $shared, $shift));
        self::assertInstanceOf(JsonForms::class, $forms);
        self::printer($data, $format, static fn(bool $sharing, array $shared, int $shift): Printer => new Json($write, $forms->exceptions, $view, $sharing, $shared, $shift))->finish();

        return $out;
    }

    /** @param Closure(bool, array<int, true>, int): Printer $make */
    private static function printer(string $data, ?Format $format, Closure $make): Printer
    {
        return Stored::of($data, $format ?? Format::guess($data) ?? Format::Native)->push($make);
    }

    private static function lyoHex(string $data): string
    {
        $out = '';
        $hex = new Hex($data, static function (string $lines) use (&$out): void {
            $out .= $lines;
        }, true);
        try {
            LyoHex::print($data, $hex);
        } catch (LyoException $e) {
            $hex->failure($e->getOffset(), $e->getMessage());
        }
        return $out;
    }

    /** The tree alone, without bytes and ordinals, lists and maps as what they are called before that is known. */
    private static function withoutBytes(string $tree): string
    {
        $lines = array_slice(explode("\n", $tree), 2);
        $lines = array_map(static fn(string $line): string => substr($line, 11), array_filter($lines, static fn(string $line): bool => !str_starts_with($line, str_repeat(' ', 11) . '(')));

        return (string) preg_replace(['/#\d+=/', '/\b(?:array|list|map) of/', '/^ *end of .*\n/m'], ['', 'array of', ''], implode("\n", $lines));
    }
}
