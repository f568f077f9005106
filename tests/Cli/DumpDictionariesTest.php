<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use Lyo\Tests\Fixtures\Compressors;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;

use function array_map;
use function escapeshellarg;
use function exec;
use function extension_loaded;
use function getenv;
use function hash;
use function implode;
use function lyo_serialize;
use function lyo_train_dictionary;
use function range;
use function realpath;
use function str_repeat;
use function strlen;
use function substr;

/** lyo dump of what zstd has compressed, with and without what it takes. */
#[CoversNothing]
final class DumpDictionariesTest extends ProgramCase
{
    private const NEEDED = '(it takes the extension zstd, or for most values the extension lyo built with zstd; lyo doctor shows what this PHP has)';
    private string $name;

    protected function setUp(): void
    {
        parent::setUp();
        if (!extension_loaded('lyo')) {
            self::markTestSkipped('the extension lyo is not loaded');
        }
        if (($missing = Compressors::missing('zstd')) !== null) {
            self::markTestSkipped($missing);
        }
        $dictionary = lyo_train_dictionary(array_map(static fn(int $i): string => lyo_serialize(self::value($i)), range(1, 200)), 2048);
        $other = lyo_train_dictionary(array_map(static fn(int $i): string => lyo_serialize(['another' => str_repeat((string) $i, 20)]), range(1, 200)), 2048);
        $this->name = substr(hash('sha256', $dictionary), 0, 8);
        $this->put('one.dict', $dictionary);
        $this->put('other.dict', $other);
        $this->put('short.dict', 'seven b');
        $options = ['compress' => 'zstd', 'min_size' => 0, 'min_ratio' => 1];
        $this->put('with', lyo_serialize(self::value(500), ['dictionaries' => [$dictionary]] + $options));
        $this->put('signed', lyo_serialize(self::value(500), ['dictionaries' => [$dictionary], 'sign' => ['k' => 'sixteen bytes 01']] + $options));
        $this->put('without', lyo_serialize(array_map(self::value(...), range(500, 520)), $options));
        $this->put('array-object', lyo_serialize(new \ArrayObject(array_map(self::value(...), range(1, 5))), $options));
        $this->put('plain', lyo_serialize(self::value(500)));
    }

    /** @return iterable<string, array{string}> */
    public static function unpackers(): iterable
    {
        yield 'the extension lyo' => ['lyo'];
        yield 'the extension zstd' => ['zstd'];
    }

    #[Test]
    #[DataProvider('unpackers')]
    public function a_value_is_shown_with_its_dictionary(string $unpacker): void
    {
        foreach (['--dictionaries=one.dict', '--dictionaries=other.dict:one.dict'] as $option) {
            [$status, $out, $error] = $this->dump($unpacker, 'with', $option);
            self::assertSame([0, ''], [$status, $error], $out);
            self::assertStringStartsWith("envelope (checksum, zstd with the dictionary $this->name) > lyo, ", $out);
            self::assertStringContainsString('"title": "Chapter 6"', $out);
            self::assertStringContainsString(strlen(lyo_serialize(self::value(500))) . ' unpacked', $out);
        }
        [$status, $out] = $this->dump($unpacker, 'signed', '--dictionaries=one.dict');
        self::assertSame(0, $status, $out);
        self::assertStringStartsWith("envelope (signed with \"k\", not verified, zstd with the dictionary $this->name) > lyo, ", $out);
        [$status, $out] = $this->dump($unpacker, 'without');
        self::assertSame(0, $status, $out);
        self::assertStringStartsWith('envelope (checksum, zstd) > lyo, ', $out);
    }

    #[Test]
    #[DataProvider('unpackers')]
    public function it_shows_the_same_as_for_the_plain_value(string $unpacker): void
    {
        $tree = fn(string ...$arguments): string => (string) preg_replace('/^.*\n/', '', $this->dump($unpacker, ...$arguments)[1]);

        self::assertSame($tree('plain'), $tree('with', '--dictionaries=one.dict'));
        self::assertSame($tree('plain', '--as=json'), $tree('with', '--as=json', '--dictionaries=one.dict'));
        self::assertStringContainsString('Chapter 6', $tree('plain'));
    }

    #[Test]
    #[DataProvider('unpackers')]
    public function a_dictionary_that_is_missing_is_named(string $unpacker): void
    {
        foreach ([[], ['--dictionaries=other.dict']] as $options) {
            [$status, $out, $error] = $this->dump($unpacker, 'with', ...$options);
            self::assertSame([3, ''], [$status, $out]);
            self::assertSame("lyo: with: compression that is not available here: the dictionary $this->name at offset 5 (lyo dump takes its file with --dictionaries)\n", $error);
        }
    }

    #[Test]
    public function a_file_that_is_not_a_dictionary_is_refused(): void
    {
        foreach (['none.dict', 'short.dict'] as $file) {
            [$status, , $error] = $this->dump('lyo', 'with', "--dictionaries=one.dict:$file");
            self::assertSame([1, "lyo: --dictionaries: $file cannot be read, or is not a dictionary\n"], [$status, $error]);
        }
    }

    #[Test]
    public function without_zstd_the_message_says_what_is_missing(): void
    {
        foreach (['without' => 'zstd', 'with' => 'zstd'] as $file => $missing) {
            [$status, $out, $error] = $this->lyo('dump', $file, '--dictionaries=one.dict');
            self::assertSame([3, ''], [$status, $out]);
            self::assertSame("lyo: $file: compression that is not available here: $missing at offset 5 " . self::NEEDED . "\n", $error);
        }
    }

    #[Test]
    public function a_value_that_changes_without_its_classes_needs_the_extension_zstd(): void
    {
        [$status, , $error] = $this->dump('lyo', 'array-object');
        self::assertSame([3, 'lyo: array-object: compression that is not available here: zstd at offset 5 ' . self::NEEDED . "\n"], [$status, $error]);
        [$status, $out] = $this->dump('zstd', 'array-object');
        self::assertSame(0, $status);
        self::assertStringContainsString('ArrayObject', $out);
    }

    /** @return array<string, mixed> */
    private static function value(int $i): array
    {
        return ['id' => $i * 7919, 'title' => 'Chapter ' . $i % 13, 'author' => ['name' => 'Author ' . $i % 7, 'roles' => ['writer', 'editor of the journal']], 'template' => 'themes/default/templates/chapter--full.html'];
    }

    /**
     * With only the extension lyo, or with only a stand-in for the extension zstd.
     *
     * @return array{int, string, string} status, standard output, standard error
     */
    private function dump(string $unpacker, string ...$arguments): array
    {
        $options = '-d extension=' . escapeshellarg((string) realpath((getenv('BUILD') ?: self::ROOT . '/build') . '/lyo.so'));
        if ($unpacker === 'zstd') {
            $options = '-d ffi.enable=1 -d auto_prepend_file=' . escapeshellarg((string) realpath(self::ROOT . '/tests/Envelope/zstd.php'));
            foreach (['', ' -d extension=ffi'] as $ffi) {
                exec(self::php() . "$ffi -r 'exit((int) !extension_loaded(\"ffi\"));' 2>&1", $lines, $status);
                if ($status === 0) {
                    $options = "$ffi $options";
                    break;
                }
            }
            $status === 0 || self::markTestSkipped('there is no extension ffi for the stand-in of the extension zstd');
        }

        return $this->shell(self::php() . " $options " . escapeshellarg((string) realpath(self::ROOT . '/bin/lyo')) . ' dump ' . implode(' ', array_map(escapeshellarg(...), $arguments)));
    }
}
