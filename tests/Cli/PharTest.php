<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;

use function chmod;
use function copy;
use function escapeshellarg;
use function is_file;
use function serialize;

/** build/lyo.phar (make phar): one file that runs without the packages, and without PHP's extension phar. */
#[CoversNothing]
final class PharTest extends ProgramCase
{
    protected function setUp(): void
    {
        $phar = (string) realpath((getenv('BUILD') ?: self::ROOT . '/build') . '/lyo.phar');
        if (!is_file($phar)) {
            self::markTestSkipped('lyo.phar has not been built (make phar)');
        }
        parent::setUp();
        copy($phar, "$this->folder/lyo");
        chmod("$this->folder/lyo", 0755);
    }

    #[Test]
    public function it_runs_from_anywhere_without_an_extension(): void
    {
        $this->put('value', serialize(['grüße' => 1]));
        $php = escapeshellarg(PHP_BINARY) . ' -n';
        self::assertSame([0, "native (serialize()), 24 bytes, 1 element\n    bytes\n       24  map of 1\n        4    \"grüße\": 1\n", ''], $this->shell("$php lyo dump value"));
        self::assertSame(0, $this->shell("$php lyo translate --to=lyo value -o value.lyo && $php lyo diff value value.lyo && $php lyo doctor >/dev/null && $php lyo list >/dev/null && $php lyo completion bash >/dev/null && $php lyo measure --rounds=1 --slice=1 value >/dev/null")[0]);
        self::assertSame([1, '', "lyo: missing: No such file or directory\n"], $this->shell("$php lyo dump missing"));
    }

    #[Test]
    public function it_finds_its_files_whatever_the_length_of_the_manifest(): void
    {
        $this->put('value', serialize([1]));
        $archive = (string) file_get_contents("$this->folder/lyo");
        $manifest = (int) strpos($archive, "__HALT_COMPILER(); ?>\r\n") + strlen("__HALT_COMPILER(); ?>\r\n");
        $length = $this->number($archive, $manifest);
        // the metadata of the archive come after length, files, version, flags and the alias
        $metadata = $manifest + 18 + $this->number($archive, $manifest + 14);
        self::assertSame(0, $this->number($archive, $metadata));
        foreach (str_split(" ?>\r\n\0") as $first) {
            $more = (ord($first) - $length) & 0xFF;
            $longer = substr_replace($archive, pack('V', $more) . str_repeat('m', $more), $metadata, 4);
            $this->put('longer', substr_replace($longer, pack('V', $length + $more), $manifest, 4));
            self::assertSame([0, "[1]\n", ''], $this->shell(escapeshellarg(PHP_BINARY) . ' -n longer dump --as=diag value'), bin2hex($first));
        }
    }

    private function number(string $bytes, int $at): int
    {
        $number = unpack('V', $bytes, $at);
        self::assertIsArray($number);
        self::assertIsInt($number[1]);
        return $number[1];
    }

    #[Test]
    public function it_runs_with_the_extension_phar(): void
    {
        $module = (string) ini_get('extension_dir') . '/phar.so';
        if (!is_file($module)) {
            self::markTestSkipped('there is no phar.so');
        }
        $this->put('value', serialize([1]));
        [$status, $out, $errors] = $this->shell(escapeshellarg(PHP_BINARY) . ' -n -d extension=' . escapeshellarg($module) . ' lyo dump --as=diag value');
        self::assertSame([0, "[1]\n", ''], [$status, $out, $errors]);
    }
}
