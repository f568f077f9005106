<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use Lyo\Functions\Lyo;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;

use function array_map;
use function base64_encode;
use function bin2hex;
use function chunk_split;
use function gzcompress;
use function gzencode;
use function hex2bin;
use function is_file;
use function json_decode;
use function number_format;
use function range;
use function serialize;
use function sha1;
use function str_replace;
use function strlen;
use function strtok;
use function substr;

#[CoversNothing]
final class DumpCommandTest extends ProgramCase
{
    private const TREE = "    bytes\n        3  list of 2\n        1    [0] 1\n        1    [1] 2\n";

    private static function payload(): string
    {
        return (string) hex2bin('c110810304');
    }

    #[Test]
    public function the_first_line_says_what_the_data_are(): void
    {
        $this->put('value', (string) gzencode((string) hex2bin('0000000214010600' . '1105' . bin2hex('hello'))));
        [$status, $out] = $this->lyo('dump', 'value');

        self::assertSame([0, 'gzip > igbinary 2, 35 bytes, 15 unpacked, 1 element'], [$status, strtok($out, "\n")]);
    }

    #[Test]
    public function an_envelope_is_named_and_removed(): void
    {
        $words = array_map(static fn(int $n): string => sha1((string) ($n % 5)) . " with number $n", range(1, 40));
        $key = ['k' => 'sixteen bytes 01'];
        $plain = Lyo::serialize($words);
        [, $tree] = $this->dumped($plain);
        foreach ([
            'checksum' => ['checksum' => true],
            'checksum, zlib' => ['compress' => 'zlib'],
            'signed with "k", not verified' => ['sign' => $key],
            'signed with "k", not verified, zlib' => ['sign' => $key, 'compress' => 'zlib', 'context' => 'c'],
        ] as $what => $options) {
            $data = Lyo::serialize($words, $options);
            $sizes = number_format(strlen($data)) . ' bytes, ' . number_format(strlen($plain)) . ' unpacked, 40 elements';

            self::assertSame([0, str_replace('lyo, ' . number_format(strlen($plain)) . ' bytes, 40 elements', "envelope ($what) > lyo, $sizes", $tree), ''], $this->dumped($data));
            self::assertSame([0, $this->dumped($plain, '--as=php')[1], ''], $this->dumped($data, '--as=php'));
            self::assertStringStartsWith("gzip > envelope ($what) > lyo, ", $this->dumped((string) gzencode($data))[1]);
            self::assertStringStartsWith("envelope ($what) > lyo-carrier, ", $this->dumped("\0\0\0\4$data")[1]);
        }
        $data = Lyo::serialize($words, ['checksum' => true]);
        [$status, $text, $note] = $this->dumped("$data\n", '--as=php');
        self::assertSame([0, $this->dumped($plain, '--as=php')[1]], [$status, $text]);
        self::assertStringContainsString('a newline (1 byte behind the data) was left out', $note);
        $data[40] = 'X';
        self::assertSame([3, '', "lyo: value: checksum does not match at offset 3\n"], $this->dumped($data));
    }

    /** @return array{int, string, string} */
    private function dumped(string $data, string ...$arguments): array
    {
        $this->put('value', $data);

        return $this->lyo('dump', 'value', ...$arguments);
    }

    /** @param list<string> $arguments */
    #[Test]
    #[DataProvider('forms')]
    public function it_prints_in_several_forms(array $arguments, string $data, string $expected, string $note = ''): void
    {
        $this->put('value', $data);

        self::assertSame([0, $expected, $note], $this->lyo('dump', 'value', ...$arguments));
    }

    /** @return iterable<string, array{list<string>, string, string, 3?: string}> */
    public static function forms(): iterable
    {
        $lyo = self::payload();
        yield 'tree' => [[], $lyo, "lyo, 5 bytes, 2 elements\n" . self::TREE];
        yield 'diag' => [['--as=diag'], (string) gzcompress($lyo), "[1, 2]\n"];
        yield 'json' => [['--as=json'], "\0\0\0\2\x14\1\6\0\5", "[\n    true\n]\n"];
        yield 'format json' => [['--format=json'], $lyo, "[\n    1,\n    2\n]\n"];
        yield 'php' => [['--as=php'], $lyo, "array (\n  0 => 1,\n  1 => 2,\n);\n"];
        yield 'hex' => [['--hex'], $lyo, "lyo, 5 bytes\n     0  C1 10                                  lyo, version 1\n     2  81                                     list of 2\n     3    03                                     1\n     4    04                                     2\n"];
        yield 'lyo in igbinary\'s clothes' => [[], "\0\0\0\4$lyo", "lyo-carrier, 9 bytes, 2 elements\n" . self::TREE];
        yield 'the same in one line' => [['--as=diag'], "\0\0\0\4$lyo", "[1, 2]\n"];
        yield 'its bytes' => [['--hex'], "\0\0\0\4$lyo", "lyo-carrier, 9 bytes\n     0  C1 10                                  lyo, version 1\n     2  81                                     list of 2\n     3    03                                     1\n     4    04                                     2\n"];
        yield 'a scalar' => [[], 'i:5;', "native (serialize()), 4 bytes\n    bytes\n        4  5\n"];
        yield 'a part' => [['--path=a.b'], serialize(['a' => ['b' => 'x']]), "native (serialize()), 36 bytes, at a.b\n    bytes\n        8  \"x\"\n"];
        yield 'a format without places' => [[], "\x82\xA1a\x01\xA1b\x02", "msgpack, 7 bytes, 2 elements\n           map of 2\n             \"a\": 1\n             \"b\": 2\n"];
    }

    #[Test]
    public function output_of_other_tools_is_understood(): void
    {
        $text = "a:1:{i:0;s:6:\"h\"\\\n\xC3\xA9\";}";
        $tree = "native (serialize()), 23 bytes, 1 element\n    bytes\n       23  list of 1\n       13    [0] \"h\\\"\\\\\\né\"\n";
        $notes = 0;
        foreach ([
            'raw' => [$text, ''],
            'redis-cli --raw' => ["$text\n", 'a newline (1 byte behind the data) was left out (redis-cli -D "" prints none)'],
            'redis-cli' => ["\"a:1:{i:0;s:6:\\\"h\\\"\\\\\\n\\xc3\\xa9\\\";}\"\n", 'read as quoted (--input=raw prevents that)'],
            'xxd -p' => [chunk_split(bin2hex($text), 20, "\n"), 'read as hex (--input=raw prevents that)'],
            'MySQL' => ['0x' . bin2hex($text) . "\n", 'read as hex (--input=raw prevents that)'],
            'PostgreSQL' => ['\x' . bin2hex($text) . "\n", 'read as hex (--input=raw prevents that)'],
            'base64' => [chunk_split(base64_encode($text)), 'read as base64 (--input=raw prevents that)'],
        ] as $name => [$data, $note]) {
            $this->put('value', $data);
            self::assertSame([0, $tree, $note === '' ? '' : "lyo: standard input: $note\n"], $this->shell(self::program() . ' dump <value'), $name);
            $notes++;
        }
        self::assertSame(7, $notes);
        $this->put('value', bin2hex('i:5;'));
        self::assertSame([0, "5\n", ''], $this->lyo('dump', 'value', '--input=hex', '--as=diag'));
        self::assertSame([3, '', "lyo: value: the data are not quoted (leave --input out, and it is found out)\n"], $this->lyo('dump', 'value', '--input=quoted'));
    }

    /** Data of lyo and igbinary may end in any byte, so that it is one too many shows at the end. */
    #[Test]
    public function a_newline_after_binary_data_is_ignored_with_a_note(): void
    {
        $this->put('lyo', self::payload() . "\n");
        $this->put('igbinary', "\0\0\0\2\x14\1\6\0\5\n");
        foreach (['lyo' => 'lyo', 'igbinary' => 'igbinary2'] as $file => $format) {
            foreach ([[], ['--hex'], ['--as=json'], ['--as=diag']] as $arguments) {
                [$status, $out, $errors] = $this->lyo('dump', $file, ...$arguments);
                self::assertSame([0, "lyo: $file ($format): a newline (1 byte behind the data) was left out (redis-cli -D \"\" prints none)\n"], [$status, $errors], $out);
                self::assertNotSame('', $out);
            }
        }
        $this->put('two', self::payload() . "\n\n");
        [$status, , $errors] = $this->lyo('dump', 'two');
        self::assertSame([3, "lyo: two (lyo): bytes follow the value at offset 5\n"], [$status, $errors]);
    }

    /** @param list<string> $arguments */
    #[Test]
    #[DataProvider('failures')]
    public function errors_are_reported_with_a_reason(array $arguments, ?string $data, int $status, string $message): void
    {
        if ($data !== null) {
            $this->put('value', $data);
        }
        [$code, , $errors] = $this->lyo('dump', ...$arguments);

        self::assertSame([$status, "lyo: $message\n"], [$code, $errors]);
    }

    /** @return iterable<string, array{list<string>, string|null, int, string}> */
    public static function failures(): iterable
    {
        yield 'no file' => [['missing'], null, 1, 'missing: No such file or directory'];
        yield 'a folder' => [['.'], null, 1, '.: is a directory'];
        yield 'nothing' => [['value'], '', 3, 'value: is empty'];
        yield 'damaged' => [['value'], substr(self::payload(), 0, -1), 3, 'value (lyo): the data are truncated at offset 2'];
        yield 'damaged text' => [['value'], 'a:1:{i:0;', 3, 'value (native): the data are truncated at offset 0'];
        yield 'text' => [['value'], 'hello', 3, 'value: is text, and in no known format (a string that was stored as it is?)'];
        yield 'unknown' => [['value'], "\xFF\xFE\x00", 3, 'value: is in no known format (or damaged, or compressed without a mark: snappy, raw deflate)'];
        yield 'unknown within' => [['value'], (string) gzcompress('hello'), 3, 'value: data of an unknown format within zlib'];
        yield 'no such part' => [['value', '--path=a.b'], 'a:0:{}', 3, 'value (native): there is nothing at a.b'];
        yield 'no such option' => [['value', '--nope'], 'N;', 2, 'The "--nope" option does not exist. (lyo help dump shows what it takes)'];
        yield 'no such form' => [['value', '--as=xml'], 'N;', 2, '--as=xml: unknown (use one of tree, json, php, diag, hex)'];
        yield 'no such format' => [['value', '--from=yaml'], 'N;', 2, '--from=yaml: unknown format (use one of native, lyo, lyo-carrier, igbinary1, igbinary2, msgpack, json, var_export, wddx, bson, session-php, session-php_binary, gzip, zlib, zstd, lz4, tag-aware, cm-cache)'];
        yield 'no number' => [['value', '--depth=x'], 'N;', 2, '--depth=x: takes a number from 1 to 9999999'];
        yield 'no path' => [['value', '--path=a..b'], 'N;', 2, '--path: the path "a..b" cannot be read from ".b" on (keys with dots between them; other keys in double quotes)'];
        yield 'a key of a file' => [['value', 'key'], 'N;', 2, 'value: a file has no keys (leave "key" out)'];
        yield 'php that would lose something' => [['value', '--as=php'], 'O:1:"P":0:{}', 3, 'value (native): var_export() would lose the class P at the value itself'];
    }

    #[Test]
    public function the_readable_part_of_damaged_data_is_shown(): void
    {
        $this->put('value', substr(serialize(['a' => 1, 'b' => [2, 'three']]), 0, -5) . 'xxxx}');
        [$status, $out, $errors] = $this->lyo('dump', 'value');

        self::assertSame(3, $status);
        self::assertStringContainsString("\"a\": 1\n", $out);
        self::assertStringContainsString('[0] 2', $out);
        self::assertStringContainsString('at offset', $errors);
    }

    #[Test]
    public function objects_have_plain_keys_for_jq(): void
    {
        $this->put('value', "O:1:\"P\":2:{s:2:\"id\";i:5;s:7:\"\0*\0name\";s:4:\"Anna\";}");

        self::assertSame(['@object' => 'P', 'id' => 5, 'name' => 'Anna'], json_decode($this->lyo('dump', 'value', '--as=json')[1], true));
    }

    #[Test]
    public function colours_only_when_they_are_wanted(): void
    {
        $this->put('value', serialize(['a' => 1]));
        self::assertStringNotContainsString("\e", $this->lyo('dump', 'value')[1]);
        self::assertStringContainsString("\e[36m\"a\": \e[39m\e[33m1\e[39m", $this->lyo('dump', 'value', '--ansi')[1]);
        self::assertStringNotContainsString("\e", $this->shell('NO_COLOR=1 ' . self::program() . ' dump value')[1]);
    }

    /** A value of 330,000 rows is the promise; this one has a tenth of them, and for a tree of it 16 MB are too little. */
    #[Test]
    public function memory_is_needed_for_the_data_but_not_for_a_tree(): void
    {
        $rows = [];
        for ($i = 0; $i < 33_000; $i++) {
            $rows[] = ['id' => $i, 'name' => "name $i", 'price' => $i / 100, 'mail' => "u$i@example.org", 'ok' => $i % 3 === 0];
        }
        $text = serialize($rows);
        $this->put('rows.ser', $text);
        self::assertSame(0, $this->lyo('translate', '--to=lyo', 'rows.ser', '-o', 'rows.lyo')[0]);
        self::assertSame(1, $this->shell(self::php() . ' -d memory_limit=16M ' . self::ROOT . '/bin/lyo dump --as=diag rows.lyo')[0]);
        foreach (['rows.lyo' => 16, 'rows.ser' => 16] as $file => $megabytes) {
            [$status, $out, $errors] = $this->shell(self::php() . " -d memory_limit={$megabytes}M " . self::ROOT . "/bin/lyo dump $file | tail -n 1");
            self::assertSame([0, '               "ok": false' . "\n", ''], [$status, preg_replace('/^ +\d+ +/', '               ', $out), $errors], $file . ' of ' . strlen($text));
        }
    }

    #[Test]
    public function too_little_memory_is_reported_in_plain_words(): void
    {
        $this->put('value', serialize(array_fill(0, 200_000, [1])));
        [$status, , $errors] = $this->shell(self::php() . ' -d memory_limit=16M ' . self::ROOT . '/bin/lyo dump --as=diag value');

        self::assertSame([1, "lyo: not enough memory: memory_limit is 16M (show less of it with --depth, --limit or --path, or: php -d memory_limit=-1 lyo …)\n"], [$status, $errors]);
    }

    /** Nothing in the data can make it load a class or send the terminal a command. */
    #[Test]
    public function hostile_strings_stay_strings(): void
    {
        $this->put('value', serialize(["\e]0;title\x07" => "\e[2J\u{202E}\u{9B}31m", 'O' => "a\rb"]));
        foreach ([[], ['--as=json'], ['--hex'], ['--as=diag']] as $arguments) {
            [$status, $out] = $this->lyo('dump', 'value', ...$arguments);
            self::assertSame(0, $status);
            self::assertSame(0, preg_match('/[\x00-\x09\x0B-\x1F\x7F]/', $out), $out);
        }
        $this->put("odd\e]0;name", "O:4:\"P\e[m\":0:{}");
        foreach ([['dump', '--as=php', "odd\e]0;name"], ['edit', "odd\e]0;name"], ['diff', "odd\e]0;name", 'value'], ['dump', "no\e[31m"]] as $arguments) {
            [, $out, $errors] = $this->lyo(...$arguments);
            self::assertSame(0, preg_match('/[\x00-\x09\x0B-\x1F\x7F]/', $out . $errors), $out . $errors);
            self::assertStringContainsString('\e', $out . $errors);
        }
    }

    #[Test]
    public function a_fifo_is_a_file(): void
    {
        if (!is_file('/usr/bin/mkfifo')) {
            self::markTestSkipped('there is no mkfifo');
        }
        self::assertSame([0, "5\n", ''], $this->shell('mkfifo pipe && { printf "i:5;" >pipe & ' . self::program() . ' dump --as=diag pipe; }'));
    }
}
