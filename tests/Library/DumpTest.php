<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Lyo\Dump\Collector;
use Lyo\Dump\Diagnostic;
use Lyo\Dump\Hex;
use Lyo\Dump\Json;
use Lyo\Dump\Tree;
use Lyo\Pure\Lyo;
use Lyo\Tests\Wire\NativeDiagnostic;
use Lyo\Tests\Wire\Vector;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

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
}
