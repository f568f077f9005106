<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use InvalidArgumentException;
use Lyo\ClassPolicy;
use Lyo\Codec\TranslatedCodec;
use Lyo\Exception\CorruptException;
use Lyo\Exception\InexactException;
use Lyo\Format;
use Lyo\Translator;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** msgpack and BSON, which extensions write; and what all formats that cannot hold everything say. */
final class TranslatedCodecTest extends TestCase
{
    #[Test]
    #[RequiresPhpExtension('msgpack')]
    public function msgpack_is_what_its_extension_writes(): void
    {
        $codec = new TranslatedCodec(Format::Msgpack);
        $value = ['a' => [1, -5, PHP_INT_MIN, 1.5, null, true, "\xFF"], 5 => (object) ['b' => []], 'e' => new \ErrorException('x')];
        unset($value['e']);
        $packed = $codec->encode($value);

        self::assertSame(bin2hex((string) msgpack_pack($value)), bin2hex($packed));
        self::assertSame(Format::Msgpack, Format::detect($packed));
        self::assertEquals($value, $codec->decode($packed, ClassPolicy::all()));
        // without the class, the same bytes
        $text = 'O:7:"No\Such":2:{s:1:"a";i:1;s:10:"' . "\0No\\Such\0b" . '";N;}';
        self::assertSame($text, Translator::translate(Translator::translate($text, Format::Msgpack), Format::Native));
        $x = 1;
        $object = (object) [];
        foreach (['msgpack would lose a PHP reference at 1' => [&$x, &$x], 'msgpack would lose the identity of an object that occurs twice at 1' => [$object, $object],
            'msgpack would lose the enum case ' . Level::class . '::Low at the value itself' => Level::Low, 'msgpack would lose an integer key of an object at 0' => new \ArrayObject([1])] as $reason => $lost) {
            self::assertSame($reason, self::refusal($codec, $lost));
        }
    }

    #[Test]
    #[RequiresPhpExtension('mongodb', '>= 1.16')]
    public function bson_holds_arrays(): void
    {
        $codec = new TranslatedCodec(Format::Bson);
        foreach ([[], [1, 2], ['a' => [1.5, NAN, -0.0, null, true, [], [5 => 'x']], '' => PHP_INT_MAX, 'i' => PHP_INT_MIN, '$k.l' => "\u{e9}"]] as $value) {
            $bson = $codec->encode($value);
            self::assertSame(Format::Bson, Format::detect($bson));
            self::assertSame(serialize($value), serialize($codec->decode($bson, ClassPolicy::all())));
        }
        $x = 1;
        foreach (['BSON holds only arrays, not a value by itself' => 5, 'BSON would lose bytes that are not UTF-8 at a' => ['a' => "\xFF"], 'BSON would lose bytes of a key that are not UTF-8 at …' => ["\xFF" => 1],
            'BSON cannot hold the value' => ["a\0b" => 1], 'BSON would lose the class stdClass at o' => ['o' => (object) []], 'BSON would lose a PHP reference at 1' => [&$x, &$x]] as $reason => $lost) {
            self::assertSame($reason, self::refusal($codec, $lost));
        }
        // a document that names a PHP class is still read as an array
        $named = "\x1D\0\0\0\x05__pclass\0\x03\0\0\0\x80Foo\x10a\0\x05\0\0\0\0";
        $named = pack('V', strlen($named)) . substr($named, 4);
        self::assertStringStartsWith('a:2:{s:8:"__pclass";O:19:"MongoDB\BSON\Binary"', Translator::toNative($named, Format::Bson));
        $refused = 0;
        for ($size = 0; $size < strlen($named); $size++) {
            try {
                Translator::toNative(substr($named, 0, $size), Format::Bson);
            } catch (CorruptException) {
                $refused++;
            }
        }
        self::assertSame(strlen($named), $refused);
    }

    #[Test]
    public function a_missing_extension_is_named(): void
    {
        $checked = 0;
        foreach (['msgpack' => [Format::Msgpack, 'The extension msgpack is needed to write it'], 'mongodb' => [Format::Bson, 'The extension mongodb 1.16 or newer is needed for BSON']] as $module => [$format, $reason]) {
            if (!extension_loaded($module)) {
                self::assertSame($reason, self::refusal(new TranslatedCodec($format), []));
                $checked++;
            }
        }
        $checked > 0 || self::markTestSkipped('msgpack and mongodb are here');
    }

    #[Test]
    public function formats_with_their_own_codec_are_refused(): void
    {
        $this->expectException(InvalidArgumentException::class);
        new TranslatedCodec(Format::Lyo);
    }

    #[Test]
    public function each_sample_comes_back_or_is_refused(): void
    {
        if (!is_file(dirname(__DIR__, 2) . '/samples/Samples.php')) {
            self::markTestSkipped('no samples here');
        }
        $modules = trim((string) shell_exec(dirname(__DIR__, 2) . '/tools/php.sh ctype mbstring tokenizer "?pdo" "?pdo_sqlite" "?dom" "?xmlreader" "?xmlwriter" "?msgpack" "?mongodb"'));
        exec("$modules -d memory_limit=2G " . escapeshellarg(__DIR__ . '/losses.php'), $lines, $status);
        $output = implode("\n", $lines);

        self::assertSame(0, $status, $output);
        fwrite(STDERR, "\n$output\n");
        self::assertMatchesRegularExpression('/^losses: (29|2[0-8]|[3-9]\d\d) values, [1-4] formats, 0 faults$/m', $output);
        self::assertMatchesRegularExpression('/^\| samples \| `var_export` \| 1[4-9] of /m', $output);
    }

    private static function refusal(TranslatedCodec $codec, mixed $value): string
    {
        try {
            $codec->encode($value);
        } catch (InexactException $e) {
            return $e->getMessage();
        }
        self::fail('it was written');
    }
}
