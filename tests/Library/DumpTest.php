<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\Command\DumpCommand;
use Lyo\Command\TranslateCommand;
use Lyo\Dump\Collector;
use Lyo\Dump\Diagnostic;
use Lyo\Dump\Hex;
use Lyo\Dump\Json;
use Lyo\Dump\Tree;
use Lyo\Pure\Lyo;
use Lyo\Tests\Wire\NativeDiagnostic;
use Lyo\Tests\Wire\Vector;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Console\Application;
use Symfony\Component\Console\Tester\ApplicationTester;

final class DumpTest extends TestCase
{
    #[Test]
    public function notation_is_that_of_the_specification(): void
    {
        $printed = 0;
        foreach ([...Vector::all('valid'), ...Vector::all('readable')] as $vector) {
            [$node, $sharing] = Collector::collect($text = Lyo::toNative($vector->bytes()));

            self::assertSame(NativeDiagnostic::fromText($text), Diagnostic::print($node, $sharing), $vector->name);
            $printed++;
        }
        self::assertGreaterThanOrEqual(330, $printed);
    }

    #[Test]
    public function a_tree_has_an_entry_a_line(): void
    {
        $text = "a:7:{s:1:\"l\";a:2:{i:0;i:1;i:1;d:2;}s:1:\"o\";O:1:\"P\":2:{s:1:\"a\";b:1;s:4:\"\0*\0b\";s:130:\"" . str_repeat('x', 130)
            . '";}s:1:"r";i:5;s:1:"R";R:8;s:1:"s";r:5;s:1:"c";C:1:"S":3:{abc}s:1:"e";E:3:"U:A";}';
        [$node, $sharing] = Collector::collect($text);

        self::assertSame(
            <<<'TREE'
                map of 7
                  "l": list of 2
                    [0] 1
                    [1] 2.0
                  "o": #0=P of 2
                    "a": true
                    protected "b": "XXX"… (130 bytes)
                  "r": &0 5
                  "R": *0
                  "s": #0
                  "c": #1=S with a payload: "abc"
                  "e": U::A

                TREE,
            str_replace(str_repeat('x', 120), 'XXX', Tree::print($node, $sharing)),
        );
    }

    #[Test]
    public function json_has_a_form_for_everything(): void
    {
        $text = "a:8:{i:0;d:NAN;i:1;s:1:\"\xFF\";i:2;O:1:\"P\":1:{s:4:\"\0P\0a\";N;}i:3;r:4;i:4;i:5;i:5;R:7;i:6;C:1:\"S\":1:{x}i:7;"
            . 'a:2:{s:1:"@";E:3:"U:A";s:1:"a";a:1:{s:1:"k";d:1;}}}';
        $json = Json::print(Collector::collect($text)[0]);

        self::assertSame(
            [
                ['@float' => 'nan'],
                ['@base64' => '/w=='],
                ['@object' => 'P', 'ordinal' => 0, 'state' => [['key' => 'private "a"', 'value' => null]]],
                ['@same' => 0],
                ['@reference' => 0, 'value' => 5],
                ['@use' => 0],
                ['@custom' => 'S', 'ordinal' => 1, 'payload' => 'x'],
                ['@map' => [['key' => '@', 'value' => ['@case' => 'U::A']], ['key' => 'a', 'value' => ['k' => 1.0]]]],
            ],
            json_decode($json, true),
        );
    }

    #[Test]
    public function hex_shows_offsets_and_text(): void
    {
        self::assertSame(
            "       0  61 3A 31 3A 7B 69 3A 30 3B 69 3A 35 3B 7D 00 FF  a:1:{i:0;i:5;}..\n      16  41                                               A\n",
            Hex::print("a:1:{i:0;i:5;}\0\xFFA"),
        );
    }

    /** @param array<string, string> $input */
    #[Test]
    #[DataProvider('runs')]
    public function commands_print_and_exit(array $input, string $data, int $code, string $output): void
    {
        $file = tempnam(sys_get_temp_dir(), 'lyo');
        self::assertIsString($file);
        file_put_contents($file, $data);
        $tester = self::tester();
        $result = $tester->run($input + ['file' => $file], ['capture_stderr_separately' => false]);
        unlink($file);

        self::assertSame([$code, $output], [$result, $tester->getDisplay()]);
    }

    /** @return iterable<string, array{array<string, string>, string, int, string}> */
    public static function runs(): iterable
    {
        $lyo = (string) hex2bin('c11081' . '0304');
        yield 'tree' => [['command' => 'dump'], $lyo, 0, "list of 2\n  [0] 1\n  [1] 2\n"];
        yield 'diag' => [['command' => 'dump', '--format' => 'diag'], (string) gzcompress($lyo), 0, "[1, 2]\n"];
        yield 'json' => [['command' => 'dump', '-f' => 'json'], "\0\0\0\2\x14\1\6\0\5", 0, "[\n    true\n]\n"];
        yield 'hex' => [['command' => 'dump', '-f' => 'hex'], $lyo, 0, "       0  C1 10 81 03 04                                   .....\n"];
        yield 'verbose' => [['command' => 'dump', '-v' => ''], (string) gzencode('N;'), 0, "gzip > native, 2 bytes\nnull\n"];
        yield 'damaged' => [['command' => 'dump'], substr($lyo, 0, -1), 3, "error: the data end too early at offset 2\n"];
        yield 'damaged text' => [['command' => 'dump'], 'a:1:{i:0;', 3, "error: the data end too early at offset 0\n"];
        yield 'unknown' => [['command' => 'dump'], 'hello', 3, "error: data of an unknown format\n"];
        yield 'unknown within' => [['command' => 'dump'], (string) gzcompress('hello'), 3, "error: data of an unknown format within zlib\n"];
        yield 'wrong format' => [['command' => 'dump', '-f' => 'xml'], 'N;', 2, "--format is one of tree, diag, json, hex\n"];
        yield 'to lyo' => [['command' => 'translate', '--to' => 'lyo'], 'a:2:{i:0;i:1;i:1;i:2;}', 0, $lyo];
        yield 'to igbinary' => [['command' => 'translate', '--to' => 'igbinary', '--from' => 'lyo'], $lyo, 0, "\0\0\0\2\x14\2\6\0\6\1\6\1\6\2"];
        yield 'to nothing' => [['command' => 'translate'], $lyo, 2, "--to says into which format: native, lyo, igbinary, msgpack, var_export, wddx or bson\n"];
        yield 'not exact' => [['command' => 'translate', '--to' => 'lyo'], 'a:2:{i:0;i:1;i:0;i:2;}', 3, "error: The value cannot be kept exactly in lyo\n"];
    }

    #[Test]
    public function a_file_that_is_not_there_is_told(): void
    {
        $tester = self::tester();

        self::assertSame(2, $tester->run(['command' => 'dump', 'file' => '/no/such/file']));
        self::assertSame("/no/such/file cannot be read\n", $tester->getDisplay());
        self::assertSame(2, $tester->run(['command' => 'dump', 'file' => __FILE__, '--from' => 'yaml']));
        self::assertStringStartsWith('--from: no format yaml; there are native, lyo,', $tester->getDisplay());
    }

    private static function tester(): ApplicationTester
    {
        $application = new Application('lyo');
        $application->setAutoExit(false);
        $application->add(new DumpCommand());
        $application->add(new TranslateCommand());
        return new ApplicationTester($application);
    }
}
