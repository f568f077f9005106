<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use Closure;
use Lyo\Exception\LyoException;
use Lyo\Functions\Lyo;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Throwable;

/** The option "formats" of lyo_unserialize(), in the library, and in the extension if it is loaded. */
final class FormatsOptionTest extends TestCase
{
    private const KEY = ['k' => 'sixteen bytes or more'];
    private const TEXT = 'a:2:{i:0;O:8:"stdClass":1:{s:1:"x";i:1;}i:1;O:10:"Lyo\Absent":0:{}}';
    private const IGBINARY = "\0\0\0\2\x14\2\6\0\x17\x08stdClass\x14\1\x11\1x\6\1\6\1\x17\x0ALyo\\Absent\x14\0";
    private const ENUM_TEXT = 'E:28:"Lyo\Tests\Library\Level:High";';
    private const ENUM_IGBINARY = "\0\0\0\2\x17\x17Lyo\\Tests\\Library\\Level\x27\x11\4High";

    /** @return array<string, array{string, array<string, mixed>, non-empty-string}> data, options, beginning of the result */
    public static function calls(): array
    {
        $value = 'stdClass, __PHP_Incomplete_Class';
        $absent = 'ClassNotAllowedException: Class not allowed or not found: Lyo\Absent';
        $calls = [];
        foreach (['native' => self::TEXT, 'igbinary' => self::IGBINARY, 'lyo' => \lyo_serialize(@unserialize(self::TEXT))] as $format => $data) {
            $calls += [
                "$format" => [$data, [], $value],
                "$format, compressed" => [(string) gzcompress($data), [], $value],
                "$format, compressed with gzip" => [(string) gzencode($data), [], $value],
                "$format, not in the list" => [$data, ['formats' => $format === 'lyo' ? ['native'] : ['lyo']], "UnknownFormatException: Data of the format $format, which is not accepted here"],
                "$format, compressed twice" => [(string) gzcompress((string) gzcompress($data)), [], 'UnknownFormatException: Data of the format zlib, which is not accepted here'],
                "$format, too large" => [(string) gzcompress($data), ['max_unpacked' => 5], 'LimitException: too large when unpacked at offset 0'],
                "$format, no classes" => [$data, ['allowed_classes' => false], '__PHP_Incomplete_Class, __PHP_Incomplete_Class'],
                "$format, missing class" => [$data, ['missing_class' => 'throw'], $absent],
                "$format, both refused" => [$data, ['missing_class' => 'throw', 'allowed_classes' => []], 'ClassNotAllowedException: Class not allowed or not found: stdClass, Lyo\Absent'],
                "$format, enough elements" => [$data, ['max_elements' => 3], $value],
                "$format, enough levels" => [$data, ['max_depth' => 2], $value],
                "$format, without signature" => [(string) gzcompress($data), ['sign' => self::KEY], 'SignatureException: not signed, and a signature is required at offset 0'],
                "$format, without checksum" => [$data, ['checksum' => true], 'CorruptException: no checksum, and one is required at offset 0'],
                "$format, before unsigned_until" => [$data, ['sign' => self::KEY, 'unsigned_until' => PHP_INT_MAX], $value],
            ];
            if ($format !== 'lyo') {
                $calls["$format, one element less"] = [$data, ['max_elements' => 2], 'LimitException: too many elements at offset ' . ($format === 'native' ? 9 : 18)];
                $calls["$format, cut"] = [substr($data, 0, -1), [], 'TruncatedException: the data are truncated at offset ' . ($format === 'native' ? strlen($data) - 1 : strlen($data) - 2)];
            }
        }
        foreach (['native' => self::ENUM_TEXT, 'igbinary' => self::ENUM_IGBINARY] as $format => $data) {
            $calls["$format, an enum"] = [$data, [], Level::class];
            $calls["$format, an enum that is not allowed"] = [$data, ['allowed_classes' => ['stdClass']], 'ClassNotAllowedException: Class not allowed or not found: ' . Level::class];
        }
        return $calls + [
            'nothing' => ['', [], 'UnknownFormatException: Data of an unknown format'],
            'JSON' => ['{"a":1}', [], 'UnknownFormatException: Data of an unknown format'],
            'a later igbinary' => ["\0\0\0\3\0", [], 'UnsupportedVersionException: format version not supported at offset 0'],
            'damaged compression' => [substr((string) gzcompress(self::TEXT), 0, -1), [], 'CorruptException: damaged compressed data at offset 0'],
            'an object whose number has a sign' => ['O:8:"stdClass":+1:{s:1:"a";i:1;}', ['max_elements' => 1], 'stdClass'],
            'an object without a number' => ['O:8:"stdClass"::{}', ['max_elements' => 1], 'stdClass'],
            'bytes behind a text' => ['i:5;x', ['max_elements' => 1], 'int'],
            'an empty object is a level' => ['a:1:{i:0;O:8:"stdClass":0:{}}', ['max_depth' => 1], 'LimitException: nested too deeply at offset 9'],
            'an empty array is none' => ['a:1:{i:0;a:0:{}}', ['max_depth' => 1], 'array'],
            'an int where igbinary has the name of an enum case' => ["\0\0\0\2\x17\1A\x27\x20\1", [], 'CorruptException: byte is no tag here at offset 8'],
            'an empty array is one in igbinary' => ["\0\0\0\2\x14\1\6\0\x14\0", ['max_depth' => 1], 'LimitException: nested too deeply at offset 8'],
            'an array that shares its storage with an earlier one brings no levels in igbinary' => ["\0\0\0\2\x14\2\6\0\x14\1\6\0\6\7\6\1\x14\1\6\0\1\1", ['max_depth' => 2], 'array, array'],
            'a size that begins with many zeros' => ['a:' . str_repeat('0', 30) . '1:{i:0;s:' . str_repeat('0', 30) . '1:"x";}', ['max_elements' => 1], 'string'],
            'a size of 19 digits' => ['a:1:{i:0;s:0' . str_repeat('1', 19) . ':"x";}', ['max_elements' => 1], 'CorruptException'],
            'a cut int' => ['i:+5', [], 'TruncatedException: the data are truncated at offset 0'],
            'a damaged int' => ['i:+5+', [], 'CorruptException'],
            'a cut float' => ['d:-1.5E+', [], 'TruncatedException: the data are truncated at offset 0'],
            'a damaged float' => ['d:1.5x', [], 'CorruptException'],
            'a name that no class has' => ['O:3:"A-B":0:{}', ['max_elements' => 5], 'CorruptException'],
            'an empty list' => ['N;', ['formats' => []], 'ValueError: lyo_unserialize(): Option "formats" must be either "all" or a list of at least one of "lyo", "igbinary" and "native"'],
            'a format that does not exist' => ['N;', ['formats' => ['native', 'json']], 'ValueError'],
            'a number' => ['N;', ['formats' => 1], 'TypeError: lyo_unserialize(): Option "formats" must be of type array|string, int given'],
        ];
    }

    /**
     * @param array<string, mixed> $options
     * @param non-empty-string $result
     */
    #[Test]
    #[DataProvider('calls')]
    #[RequiresPhpExtension('zlib')]
    public function one_call_reads_every_format_with_the_same_options(string $data, array $options, string $result): void
    {
        $options += ['formats' => 'all'];
        self::assertStringStartsWith($result, self::outcome(static fn(): mixed => Lyo::unserialize($data, $options)));
        self::assertStringStartsWith($result, self::outcome(static fn(): mixed => \lyo_unserialize($data, $options)));
    }

    #[Test]
    public function a_size_near_the_greatest_int_is_an_error_of_the_data(): void
    {
        $cases = 0;
        foreach ([PHP_INT_MAX, PHP_INT_MAX - 3, PHP_INT_MAX - 60] as $size) {
            foreach (["s:$size:\"0\";", "a:1:{s:$size:\"0\";N;}", "a:1:{i:0;s:$size:\"0\";}"] as $text) {
                $payload = 'C:11:"Lyo\Absent2":' . strlen($text) . ":{{$text}}";
                foreach ([[], ['max_elements' => 9], ['allowed_classes' => false]] as $options) {
                    foreach ([$text, $payload] as $data) {
                        self::assertStringStartsNotWith('TypeError', self::outcome(static fn(): mixed => Lyo::unserialize($data, $options + ['formats' => 'all'])), $data);
                        $cases++;
                    }
                }
            }
        }
        self::assertSame(54, $cases);
    }

    #[Test]
    public function levels_in_payloads_count_in_the_library_where_it_looks_through_the_text(): void
    {
        $wrapped = static fn(string $text): string => 'C:10:"Lyo\Absent":' . strlen($text) . ":{{$text}}";
        $text = $wrapped('a:1:{i:0;a:1:{i:0;i:1;}}'); // the object is a level as well
        $read = static fn(string $text, array $options): string => self::outcome(static fn(): mixed => Lyo::unserialize($text, $options + ['formats' => 'all']));
        foreach ([['max_elements' => 9], ['allowed_classes' => []]] as $options) {
            self::assertStringStartsWith('LimitException: ', $read($text, $options + ['max_depth' => 2]));
            self::assertSame('__PHP_Incomplete_Class', $read($text, $options + ['max_depth' => 3]));
        }
        self::assertSame('__PHP_Incomplete_Class', $read($text, ['max_depth' => 2]));
        for ($i = 1, $text = 'N;'; $i <= 33; $i++) {
            $text = $wrapped($text);
            self::assertStringStartsWith($i < 33 ? '__PHP_Incomplete_Class' : 'LimitException: payloads nested too deeply', $read($text, ['max_elements' => 9]));
            self::assertSame('__PHP_Incomplete_Class', $read($text, []));
        }
    }

    /** @param Closure(): mixed $call */
    private static function outcome(Closure $call): string
    {
        try {
            $value = @$call();
        } catch (Throwable $e) {
            return ($e instanceof LyoException ? substr($e::class, 14) : $e::class) . ": {$e->getMessage()}";
        }
        return is_array($value) ? implode(', ', array_map(get_debug_type(...), $value)) : get_debug_type($value);
    }
}
