<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;

/** The program bin/lyo, as a shell starts it. */
#[CoversNothing]
final class ProgramTest extends ProgramCase
{
    private const DATA = 'a:1:{i:0;s:5:"hello";}';

    protected function setUp(): void
    {
        parent::setUp();
        $this->put('data', self::DATA);
    }

    /** @return iterable<string, array{string}> */
    public static function commands(): iterable
    {
        yield 'dump' => ['dump'];
        yield 'dump as hex' => ['dump --hex'];
        yield 'translate' => ['translate --to=lyo'];
        yield 'measure' => ['measure --rounds=1 --slice=1'];
    }

    #[Test]
    public function one_value_is_one_value(): void
    {
        $this->put('one/value', serialize([1]));
        self::assertStringContainsString(': 1 value, ', $this->lyo('stat', "$this->folder/one")[1]);
        self::assertStringStartsWith('1 value in ', $this->lyo('convert', "$this->folder/one", '--to=lyo')[1]);
        self::assertSame([2, '', "lyo: --to=json: JSON cannot hold every value; lyo dump --as=json shows one as JSON\n"], $this->lyo('translate', '--to=json', "$this->folder/one/value"));
    }

    #[Test]
    #[DataProvider('commands')]
    public function a_full_disk_is_an_error_with_a_reason(string $command): void
    {
        if (!is_writable('/dev/full')) {
            self::markTestSkipped('there is no /dev/full');
        }
        self::assertSame([1, '', "lyo: standard output: cannot be written: No space left on device\n"], $this->shell(self::program() . " $command data >/dev/full"));
    }

    #[Test]
    #[DataProvider('commands')]
    public function it_ends_quietly_when_its_reader_has_gone(string $command): void
    {
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, STREAM_IPPROTO_IP);
        self::assertIsArray($pair);
        fclose($pair[0]);

        self::assertSame([1, '', ''], $this->shell(self::program() . " $command data", $pair[1]));
    }

    #[Test]
    public function all_of_a_large_result_arrives_through_a_slow_pipe(): void
    {
        $text = str_repeat('0123456789', 100_000);
        $this->put('large', serialize($text));
        [$status, $out] = $this->shell(self::program() . ' translate --to=native large | { sleep 0.2; cat; }');

        self::assertSame([0, serialize($text)], [$status, $out]);
    }

    #[Test]
    public function a_value_from_standard_input_is_measured(): void
    {
        [$status, $out] = $this->shell(self::program() . ' measure --rounds=1 --slice=1 - <data');

        self::assertSame([0, '1 value, 22 bytes: -.'], [$status, strtok($out, "\n")]);
    }

    #[Test]
    public function quiet_prints_nothing(): void
    {
        self::assertSame([0, '', ''], $this->shell(self::program() . ' dump --quiet data'));
    }

    #[Test]
    public function composer_makes_it_a_program_of_the_project(): void
    {
        $package = json_decode((string) file_get_contents(self::ROOT . '/cli/composer.json'), true, flags: JSON_THROW_ON_ERROR);

        self::assertSame(['bin/lyo'], ((array) $package)['bin'] ?? null);
        self::assertTrue(is_executable(self::ROOT . '/cli/bin/lyo'));
    }

    #[Test]
    public function in_a_project_it_takes_the_projects_autoloader(): void
    {
        $this->copyTo('vendor/lyo/cli');
        $this->put('vendor/autoload.php', '<?php fwrite(STDERR, "of the project\n"); return require ' . var_export(self::autoloader(), true) . ';');

        self::assertSame([0, "native (serialize()), 22 bytes, 1 element\n    bytes\n       22  list of 1\n       12    [0] \"hello\"\n", "of the project\n"], $this->shell(self::php() . ' vendor/lyo/cli/bin/lyo dump data'));
    }

    /** With a path repository, vendor/lyo/lyo is a link, and the project is not two levels above the program. */
    #[Test]
    public function from_vendor_bin_it_takes_the_autoloader_that_composer_names(): void
    {
        $this->copyTo('elsewhere');
        $this->put('vendor/autoload.php', '<?php fwrite(STDERR, "of the project\n"); return require ' . var_export(self::autoloader(), true) . ';');
        $this->put('vendor/bin/lyo', '<?php $GLOBALS["_composer_autoload_path"] = __DIR__ . "/../autoload.php"; return include __DIR__ . "/../../elsewhere/bin/lyo";');

        [$status, , $errors] = $this->shell(self::php() . ' vendor/bin/lyo dump data');
        self::assertSame([0, "of the project\n"], [$status, $errors]);
    }

    #[Test]
    public function after_the_demo_it_works_in_a_clone_without_vendor(): void
    {
        $this->copyTo('clone/cli');
        $this->put('clone/build/demo/vendor/autoload.php', '<?php
            $all = require ' . var_export(self::autoloader(), true) . ';
            $all->unregister();
            $console = new Composer\Autoload\ClassLoader();
            foreach ($all->getPrefixesPsr4() as $prefix => $folders) {
                str_starts_with($prefix, "Lyo") || $console->setPsr4($prefix, $folders);
            }
            $console->addClassMap(array_filter($all->getClassMap(), fn($class) => !str_starts_with($class, "Lyo"), ARRAY_FILTER_USE_KEY));
            $console->register();
            return $console;');

        [$status, $out, $errors] = $this->shell(self::php() . ' clone/cli/bin/lyo dump data');
        self::assertSame([0, ''], [$status, $errors]);
        self::assertStringContainsString('hello', $out);
    }

    #[Test]
    public function without_an_autoloader_it_says_how_to_get_one(): void
    {
        $this->copyTo('clone/cli');

        [$status, , $errors] = $this->shell(self::php() . ' clone/cli/bin/lyo dump data');
        self::assertSame(1, $status);
        self::assertStringContainsString('composer install brings it, in a clone of the project also bin/demo', $errors);
    }

    private static function autoloader(): string
    {
        return (string) realpath(self::ROOT . '/vendor/autoload.php');
    }

    /** The files that Composer would install, as far as the program needs them. */
    private function copyTo(string $folder): void
    {
        $this->put("$folder/bin/lyo", (string) file_get_contents(self::ROOT . '/cli/bin/lyo'));
        symlink((string) realpath(self::ROOT . '/cli/src'), "$this->folder/$folder/src");
        $folder === 'clone/cli' && symlink((string) realpath(self::ROOT . '/src'), "$this->folder/clone/src");
    }
}
