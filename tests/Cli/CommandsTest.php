<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use Lyo\Cli\Application;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Console\Tester\ApplicationTester;

use function sprintf;

/** Commands, run within this process. */
final class CommandsTest extends TestCase
{
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

        self::assertSame([$code, sprintf($output, $file)], [$result, $tester->getDisplay()]);
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
        yield 'damaged' => [['command' => 'dump'], substr($lyo, 0, -1), 3, "lyo: %s: the data end too early at offset 2\n"];
        yield 'damaged text' => [['command' => 'dump'], 'a:1:{i:0;', 3, "lyo: %s: the data end too early at offset 0\n"];
        yield 'unknown' => [['command' => 'dump'], 'hello', 3, "lyo: %s: data of an unknown format\n"];
        yield 'unknown within' => [['command' => 'dump'], (string) gzcompress('hello'), 3, "lyo: %s: data of an unknown format within zlib\n"];
        yield 'wrong format' => [['command' => 'dump', '-f' => 'xml'], 'N;', 2, "lyo: --format=xml: unknown (use one of tree, diag, json, hex)\n"];
        yield 'to lyo' => [['command' => 'translate', '--to' => 'lyo'], 'a:2:{i:0;i:1;i:1;i:2;}', 0, $lyo];
        yield 'to igbinary' => [['command' => 'translate', '--to' => 'igbinary', '--from' => 'lyo'], $lyo, 0, "\0\0\0\2\x14\2\6\0\6\1\6\1\6\2"];
        yield 'to nothing' => [['command' => 'translate'], $lyo, 2, "lyo: --to says into which format: native, lyo, igbinary, msgpack, var_export, wddx or bson\n"];
        yield 'not exact' => [['command' => 'translate', '--to' => 'lyo'], 'a:2:{i:0;i:1;i:0;i:2;}', 3, "lyo: %s: The value cannot be kept exactly in lyo\n"];
    }

    #[Test]
    public function a_file_that_is_not_there_is_told(): void
    {
        $tester = self::tester();

        self::assertSame(1, $tester->run(['command' => 'dump', 'file' => '/no/such/file']));
        self::assertSame("lyo: /no/such/file: No such file or directory\n", $tester->getDisplay());
        self::assertSame(2, $tester->run(['command' => 'dump', 'file' => __FILE__, '--from' => 'yaml']));
        self::assertStringStartsWith('lyo: --from=yaml: unknown format (use one of native, lyo,', $tester->getDisplay());
    }

    private static function tester(): ApplicationTester
    {
        $application = new Application();
        $application->setAutoExit(false);
        return new ApplicationTester($application);
    }
}
