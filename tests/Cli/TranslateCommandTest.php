<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;

use function bin2hex;
use function chmod;
use function fileperms;
use function glob;
use function is_writable;
use function mkdir;
use function symlink;

#[CoversNothing]
final class TranslateCommandTest extends ProgramCase
{
    private const LIST = 'a:2:{i:0;i:1;i:1;i:2;}';
    private const LYO = 'c110810304';

    #[Test]
    public function the_result_goes_to_standard_output(): void
    {
        $this->put('value', self::LIST);
        [$status, $out] = $this->lyo('translate', '--to=lyo', 'value');
        self::assertSame([0, self::LYO], [$status, bin2hex($out)]);
        $this->put('lyo', $out);
        self::assertSame("\0\0\0\2\x14\2\6\0\6\1\6\1\6\2", $this->lyo('translate', '--to=igbinary', '--from=lyo', 'lyo')[1]);
        self::assertSame([0, self::LIST, "lyo: standard input: read as hex (--input=raw prevents that)\n"], $this->shell('printf ' . self::LYO . ' | ' . self::program() . ' translate --to=native'));
    }

    #[Test]
    public function a_file_is_written_whole_and_keeps_its_mode(): void
    {
        $this->put('value', self::LIST);
        $target = $this->put('target', 'old');
        chmod($target, 0640);
        symlink('target', "$this->folder/link");

        self::assertSame([0, "link: native, 22 bytes → lyo, 5 bytes\n", ''], $this->lyo('translate', '--to=lyo', 'value', '-o', 'link'));
        self::assertSame(self::LYO, bin2hex($this->get('target')));
        self::assertSame(0640, fileperms($target) & 0777);
        self::assertSame(['.', '..'], array_values(array_diff((array) scandir($this->folder), ['value', 'target', 'link', '.out', '.errors'])));
    }

    #[Test]
    public function several_files_go_to_a_folder(): void
    {
        $this->put('in/a', self::LIST);
        $this->put('in/b', 'i:5;');
        mkdir("$this->folder/out");

        self::assertSame([2, '', "lyo: 2 files: their results cannot go to one place (-o FOLDER names a folder that is there)\n"], $this->lyo('translate', '--to=lyo', 'in/a', 'in/b'));
        self::assertSame([0, "out/a: native, 22 bytes → lyo, 5 bytes\nout/b: native, 4 bytes → lyo, 3 bytes\n", ''], $this->lyo('translate', '--to=lyo', 'in/a', 'in/b', '-o', 'out/'));
        self::assertSame([self::LYO, 'c11007'], [bin2hex($this->get('out/a')), bin2hex($this->get('out/b'))]);
    }

    #[Test]
    public function a_failure_leaves_the_old_file(): void
    {
        $this->put('value', self::LIST);
        $this->put('odd', 'a:2:{i:0;i:1;i:0;i:2;}');
        $this->put('target', 'old');

        self::assertSame([3, '', "lyo: odd: The value cannot be translated exactly into lyo\n"], $this->lyo('translate', '--to=lyo', 'odd', '-o', 'target'));
        self::assertSame('old', $this->get('target'));
        [$status, , $errors] = $this->lyo('translate', '--to=lyo', 'value', '-o', 'no/such/folder');
        self::assertSame([1, "lyo: no/such/folder: cannot be written: no file can be made in its folder\n"], [$status, $errors]);
        if (is_writable('/dev/full')) {
            self::assertSame([1, '', "lyo: /dev/full: No space left on device\n"], $this->lyo('translate', '--to=lyo', 'value', '-o', '/dev/full'));
        }
        self::assertSame([0, "/dev/null: native, 22 bytes → lyo, 5 bytes\n", ''], $this->lyo('translate', '--to=lyo', 'value', '-o', '/dev/null'));
        self::assertSame([], glob("$this->folder/.target*"));
    }

    #[Test]
    public function formats_that_are_not_written_are_wrong_use(): void
    {
        $this->put('value', self::LIST);

        self::assertSame([2, '', "lyo: --to=gzip: unknown (use one of native, lyo, igbinary, msgpack, var_export, wddx, bson)\n"], $this->lyo('translate', '--to=gzip', 'value'));
        self::assertSame([2, '', "lyo: --to: is missing (use one of native, lyo, igbinary, msgpack, var_export, wddx, bson)\n"], $this->lyo('translate', 'value'));
        self::assertSame([2, '', "lyo: The \"--to\" option requires a value. (lyo help COMMAND shows what it takes)\n"], $this->lyo('translate', 'value', '--to'));
    }
}
