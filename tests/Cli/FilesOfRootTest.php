<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Cli;

use Lyo\Tools\Place\File;
use Lyo\Tools\Store\NewFile;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use RuntimeException;

/** Files that commands write in folders of other users. */
final class FilesOfRootTest extends TestCase
{
    private string $folder = '';

    protected function setUp(): void
    {
        $this->folder = sys_get_temp_dir() . '/lyo-root-' . bin2hex(random_bytes(6));
        mkdir($this->folder, 0755);
    }

    protected function tearDown(): void
    {
        foreach ((array) glob("$this->folder/{,.}[!.]*", GLOB_BRACE) as $file) {
            unlink((string) $file);
        }
        rmdir($this->folder);
    }

    #[Test]
    public function a_new_file_is_never_one_that_is_there(): void
    {
        file_put_contents("$this->folder/victim", 'victim');
        symlink("$this->folder/victim", "$this->folder/link");
        symlink("$this->folder/nothing", "$this->folder/dangling");
        foreach (['victim', 'link', 'dangling'] as $name) {
            self::assertFalse(NewFile::create("$this->folder/$name", 'new', 0666), $name);
        }
        self::assertSame('victim', file_get_contents("$this->folder/victim"));
        self::assertFileDoesNotExist("$this->folder/nothing");
    }

    #[Test]
    public function a_new_file_has_its_mode_from_the_beginning_and_a_name_that_nobody_knows(): void
    {
        foreach ([0600, 0640, 0644, 0666] as $mode) {
            $path = NewFile::near("$this->folder/data");
            self::assertMatchesRegularExpression('~/\.data\.[0-9a-f]{16}\z~', $path);
            self::assertTrue(NewFile::create($path, 'new', $mode));
            self::assertSame($mode, fileperms($path) & 07777);
        }
    }

    #[Test]
    public function a_file_keeps_its_mode_and_owner_when_it_is_replaced(): void
    {
        $this->needRoot();
        file_put_contents("$this->folder/data", 'old');
        chmod("$this->folder/data", 0640);
        chown("$this->folder/data", 'nobody');
        foreach ([0, fileowner("$this->folder/data")] as $owner) {
            chown($this->folder, (int) $owner);
            self::assertTrue((new File("$this->folder/data"))->replace((string) file_get_contents("$this->folder/data"), "new $owner"));
            clearstatcache();
            self::assertSame([0640, "new $owner"], [fileperms("$this->folder/data") & 07777, file_get_contents("$this->folder/data")]);
            self::assertSame('nobody', (posix_getpwuid((int) fileowner("$this->folder/data")) ?: [])['name'] ?? '');
            self::assertSame(0, posix_geteuid());
        }
    }

    #[Test]
    public function root_does_not_follow_a_link_of_another_user_to_a_file_that_is_not_theirs(): void
    {
        $this->needRoot();
        file_put_contents("$this->folder/victim", 'victim');
        symlink("$this->folder/victim", "$this->folder/link");
        (new File("$this->folder/link"))->write('by root');
        self::assertSame('by root', file_get_contents("$this->folder/victim"));
        lchown("$this->folder/link", 'nobody');
        $this->expectException(RuntimeException::class);
        $this->expectExceptionMessage('link of another user');
        (new File("$this->folder/link"))->write('again');
    }

    /** The owner of the folder puts links in the place of all files that appear in it, while root replaces a file there. */
    #[Test]
    public function the_owner_of_a_folder_gets_no_file_of_root_by_swapping_links(): void
    {
        $this->needRoot();
        $victim = "$this->folder-victim";
        file_put_contents($victim, 'victim');
        chmod($victim, 0600);
        file_put_contents("$this->folder/data", '0');
        chown("$this->folder/data", 'nobody');
        chown($this->folder, 'nobody');
        $code = '$u = posix_getpwnam("nobody"); posix_setgid($u["gid"]); posix_setuid($u["uid"]); $n = 0; for ($end = microtime(true) + 4; microtime(true) < $end;) '
            . 'foreach (scandir($argv[1]) as $f) if (str_starts_with($f, ".data.") && !is_link($p = "$argv[1]/$f") && @unlink($p) && @symlink($argv[2], $p)) $n++; echo $n;';
        $process = proc_open([PHP_BINARY, '-d', 'display_errors=0', '-r', $code, '--', $this->folder, $victim], [1 => ['pipe', 'w']], $pipes);
        self::assertIsResource($process);
        for ($end = microtime(true) + 5; microtime(true) < $end && proc_get_status($process)['running'];) {
            try {
                if (is_link("$this->folder/data")) { // a swapped file that was renamed
                    unlink("$this->folder/data");
                    file_put_contents("$this->folder/data", '0');
                }
                (new File("$this->folder/data"))->write(str_repeat('data', 100_000));
            } catch (RuntimeException) { // the file is gone
            }
        }
        $swapped = (int) stream_get_contents($pipes[1]);
        proc_close($process);
        clearstatcache();
        $seen = [file_get_contents($victim), fileperms($victim) & 0777, fileowner($victim)];
        unlink($victim);
        self::assertSame(['victim', 0600, 0], $seen);
        if ($swapped === 0) {
            self::markTestIncomplete('no file was swapped in time');
        }
    }

    private function needRoot(): void
    {
        if (!function_exists('posix_geteuid') || posix_geteuid() !== 0 || posix_getpwnam('nobody') === false) {
            self::markTestSkipped('only root can do this, with the extension posix and a user nobody');
        }
    }
}
