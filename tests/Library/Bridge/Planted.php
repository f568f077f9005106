<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Bridge;

use Lyo\Bridge\Packer;
use Lyo\Bridge\WordPress\MaybeSerializer;
use Lyo\Format;
use Random\Engine\Mt19937;
use Random\Randomizer;

use function array_flip;
use function array_values;
use function count;
use function function_exists;
use function gzcompress;
use function gzencode;
use function serialize;
use function sprintf;
use function strlen;
use function substr;

/** Strings that look like data. A visitor of a site can send any of them. */
final class Planted
{
    /** @return array<string, string> by name, each once */
    public static function strings(): array
    {
        $text = serialize(new Gadget());
        $enum = serialize(Format::Lyo);
        $igbinary = (new Packer('igbinary'))->pack(new Gadget());
        $lyo = (new Packer('lyo'))->pack(new Gadget());
        $strings = [
            'text' => $text, 'space and text' => " $text", 'text and line' => "$text\n", 'text and zero' => "$text\0", 'tabulator and text' => "\x0B$text",
            'text in the midst' => "\r\n $text \t\0", 'form feed and text' => "\f$text", 'tabulator and array' => "\t" . serialize([new Gadget()]),
            'enum' => $enum, 'space and enum' => " $enum", 'two enums' => "$enum$enum", 'string' => serialize('x'), 'string of text' => serialize($text), 'space and string' => ' s:1:"x";',
            'text and more' => "$text and }", 'array' => 'a:0:{}', 'array and semicolon' => 'a:0:{};', 'broken array' => 'a:1:{broken}', 'begin of an array' => 'a:1:{',
            'only a begin' => 'O:3:', 'O and words' => 'O:3: words; and more', 's and words' => 's:3: "words" and; more', 'a and words' => 'a:3: words',
            'null' => 'N;', 'null and zero' => "N;\0", 'bool' => 'b:0;', 'space and bool' => " b:0;\n", 'int' => 'i:5;', 'int and words' => 'i:5; words', 'float' => 'd:1.0E+25;', 'float down' => 'd:1.0E-25;',
            'int with sign' => 'i:+5;', 'sized with sign' => 'O:+' . substr($text, 2), 'Serializable' => 'C:11:"ArrayObject":21:{x:i:0;a:0:{};m:a:0:{}}', 'escaped' => 'S:1:"\78";', 'reference' => 'r:1;',
            'igbinary' => $igbinary, 'igbinary 1' => "\0\0\0\1" . substr($igbinary, 4), 'space and igbinary' => " $igbinary", 'zero and igbinary' => "\0$igbinary", 'igbinary and line' => "$igbinary\n",
            'igbinary of an array' => "\0\0\0\2\x14\1\6\0\6\5", 'igbinary of an int' => "\0\0\0\2\6\5", 'igbinary, broken' => "\0\0\0\2\x17", 'igbinary header' => "\0\0\0\2",
            'lyo' => $lyo, 'space and lyo' => " $lyo", 'lyo and zero' => "$lyo\0", 'lyo mark' => "\xC1", 'lyo, broken' => "\xC1\x10\0",
            'carrier' => "\0\0\0\4$lyo", 'space and carrier' => " \0\0\0\4$lyo", 'carrier without data' => "\0\0\0\4",
            'lyo in the mark' => "a:0:lyo;$lyo;", 'igbinary in the mark' => "a:0:lyo;$igbinary;", 'text in the mark' => "a:0:lyo;$text;", 'marked and open' => "a:0:lyo;$lyo", 'marked and brace' => "a:0:lyo;$lyo}",
            'space and mark' => " a:0:lyo;$lyo;", 'mark and line' => "a:0:lyo;$lyo;\n", 'zero and mark' => "\0a:0:lyo;$lyo;", 'mark' => 'a:0:lyo;', 'mark and end' => 'a:0:lyo;;', 'most of the mark' => 'a:0:lyo',
            'end of the mark' => 'lyo;', 'text and end of the mark' => "$text lyo;", 'lyo and end of the mark' => "$lyo" . pack('N', crc32($lyo)) . 'lyo;', 'beginning damaged' => "b:0:lyo;$lyo" . pack('N', crc32($lyo)) . 'lyo;',
            'text without a beginning' => 'XXXX' . substr($text, 4), 'array without a beginning' => 'X:1:{i:0;s:1:"x";}', 'empty array without a beginning' => 'X:0:{}', 'JSON' => '{"a":{"b":{}}}', 'braces' => 'a {b: 0}', 'JSON of text' => (string) json_encode([$text]),
        ];
        // The bytes that servers with the include write for an object.
        foreach (['native', 'igbinary', 'lyo'] as $writer) {
            $stored = (new MaybeSerializer(new Packer($writer)))->maybeSerialize(new Gadget());
            $strings["as $writer writes"] = is_string($stored) ? $stored : '';
            $strings["space and as $writer writes"] = ' ' . $strings["as $writer writes"];
        }
        if (function_exists('gzcompress')) {
            foreach (['text' => $text, 'igbinary' => $igbinary, 'lyo' => $lyo] as $name => $data) {
                $strings["zlib of $name"] = (string) gzcompress($data);
                $strings["gzip of $name"] = (string) gzencode($data);
                $strings["zlib of $name in the mark"] = 'a:0:lyo;' . gzcompress($data) . ';';
            }
        }
        return array_flip(array_flip($strings));
    }

    /** @return array<string, string> parts of those above in any order, each once */
    public static function random(int $count): array
    {
        $random = new Randomizer(new Mt19937(22));
        $parts = [' ', "\n", "\t", "\x0B", "\f", "\0", "\0\0\0\2", "\0\0\0\4", "\xC1\x10", 'a:0:', 'a:0:lyo;', 'O:6:', 's:1:', 'E:3:', 'i:5', 'd:1E+5', 'N', ';', '}', '{', '"', 'lyo', ...array_values(self::strings())];
        $strings = [];
        for ($i = 0; count($strings) < $count && $i < 10 * $count; $i++) {
            $string = '';
            for ($n = $random->getInt(1, 4); $n > 0; $n--) {
                $string .= $parts[$random->getInt(0, count($parts) - 1)];
            }
            if ($random->getInt(0, 3) === 0) {
                $string = substr($string, 0, $random->getInt(1, strlen($string)));
            }
            $strings[$string] = sprintf('random %d', $i);
        }
        return array_flip($strings);
    }
}
