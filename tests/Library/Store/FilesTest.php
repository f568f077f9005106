<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Store;

use Lyo\Tools\Store\Files;
use Lyo\Tools\Store\Item;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** A process was killed while it wrote a file. */
final class FilesTest extends TestCase
{
    private const OLD = 'a:1:{s:3:"old";i:1;}';
    private const NEW = "\xC1\x10new value, and longer than it was";

    private string $folder;

    protected function setUp(): void
    {
        $this->folder = sys_get_temp_dir() . '/lyo-files-' . bin2hex(random_bytes(6));
        mkdir($this->folder);
    }

    protected function tearDown(): void
    {
        exec('rm -rf ' . escapeshellarg($this->folder));
    }

    #[Test]
    public function a_file_that_was_written_to_its_half_is_written_whole(): void
    {
        $cases = 0;
        foreach ([[self::OLD, self::NEW], [self::NEW, self::OLD]] as [$old, $new]) {
            for ($written = 0; $written <= strlen($new); $written++) {
                $torn = substr($new, 0, $written) . substr($old, $written);
                file_put_contents("$this->folder/sess_a", $torn);
                file_put_contents("$this->folder/sess_a.lyo-journal999999999", strlen($old) . " 1700000000\n$old$new");
                $keys = array_map(static fn(Item $item): string => $item->key, iterator_to_array((new Files($this->folder))->items(), false));
                $now = (string) file_get_contents("$this->folder/sess_a");
                clearstatcache();

                self::assertContains($now, [$old, $new], "torn at $written");
                self::assertSame($torn === $old ? $old : $new, $now);
                self::assertNotContains("sess_a.lyo-journal999999999", $keys);
                self::assertFileDoesNotExist("$this->folder/sess_a.lyo-journal999999999");
                $torn === $old || self::assertSame(1700000000, filemtime("$this->folder/sess_a"));
                $cases++;
            }
        }
        self::assertSame(strlen(self::OLD) + strlen(self::NEW) + 2, $cases);
    }

    #[Test]
    public function a_file_that_another_process_has_written_since_stays(): void
    {
        file_put_contents("$this->folder/sess_a", 'user|s:5:"later";');
        file_put_contents("$this->folder/sess_a.lyo-journal999999999", strlen(self::OLD) . " 1700000000\n" . self::OLD . self::NEW);
        iterator_to_array((new Files($this->folder))->items(), false);

        self::assertSame('user|s:5:"later";', file_get_contents("$this->folder/sess_a"));
        self::assertSame(['sess_a'], array_values(array_diff(scandir($this->folder) ?: [], ['.', '..'])));
    }

    #[Test]
    public function a_file_that_was_taken_away_is_put_back(): void
    {
        $stored = "1789000000\nkey\n" . self::OLD;
        file_put_contents("$this->folder/A.lyo-taken999999999", $stored);
        file_put_contents("$this->folder/A.lyo-new999999999", 'x');
        iterator_to_array((new Files($this->folder))->items(), false);

        self::assertSame($stored, file_get_contents("$this->folder/A"));
        file_put_contents("$this->folder/A.lyo-taken999999999", 'older');
        iterator_to_array((new Files($this->folder))->items(), false);
        self::assertSame($stored, file_get_contents("$this->folder/A"));
        self::assertSame(['A'], array_values(array_diff(scandir($this->folder) ?: [], ['.', '..'])));
    }

    #[Test]
    public function a_file_that_a_running_process_has_taken_is_counted_and_put_back_a_minute_later(): void
    {
        $sleep = proc_open(['sleep', '60'], [], $pipes);
        self::assertNotFalse($sleep);
        $taken = "$this->folder/A.lyo-taken" . proc_get_status($sleep)['pid'];
        try {
            file_put_contents($taken, self::OLD);
            touch($taken, time() - 3600); // the time of modification says nothing, because rename() does not change it
            $files = new Files($this->folder);
            self::assertSame([], iterator_to_array($files->items(), false));
            self::assertSame([['busy' => 1], true], [$files->skipped(), is_file($taken)]);
            $files = new Files($this->folder, busy: -1); // as if a minute were over
            self::assertSame(['A'], array_map(static fn(Item $item): string => $item->key, iterator_to_array($files->items(), false)));
            self::assertSame([[], false], [$files->skipped(), is_file($taken)]);
        } finally {
            proc_terminate($sleep);
            proc_close($sleep);
        }
    }

    #[Test]
    public function links_of_others_are_not_followed(): void
    {
        file_put_contents("$this->folder/target", self::OLD);
        mkdir("$this->folder/cache");
        symlink("$this->folder/target", "$this->folder/cache/sess_a");
        symlink("$this->folder/target", "$this->folder/cache/sess_b.lyo-journal" . getmypid());
        file_put_contents("$this->folder/cache/sess_a.lyo-journal999999999", strlen(self::NEW) . " 1700000000\n" . self::NEW . self::OLD);
        file_put_contents("$this->folder/cache/sess_b", self::OLD);
        $files = new Files("$this->folder/cache");
        $keys = array_map(static fn(Item $item): string => $item->key, iterator_to_array($files->items(), false));
        $link = $files->get('sess_a');
        $entry = $files->get('sess_b');
        self::assertNotNull($link);
        self::assertNotNull($entry);
        self::assertFalse($files->replace($link, self::NEW));
        self::assertTrue($files->replace($entry, self::NEW));

        self::assertSame([['sess_b'], self::OLD, self::NEW], [$keys, file_get_contents("$this->folder/target"), file_get_contents("$this->folder/cache/sess_b")]);
    }

    #[Test]
    public function only_the_data_that_were_read_are_replaced(): void
    {
        $symfony = "1789000000\nkey\n" . self::OLD;
        foreach (['cache' => $symfony, 'session' => self::OLD] as $key => $stored) {
            file_put_contents("$this->folder/$key", $stored);
            chmod("$this->folder/$key", 0640);
            touch("$this->folder/$key", 1700000000);
            $files = new Files($this->folder);
            $entry = $files->get($key);
            self::assertNotNull($entry);
            file_put_contents("$this->folder/$key", "$stored!");
            self::assertFalse($files->replace($entry, self::NEW));
            self::assertSame("$stored!", file_get_contents("$this->folder/$key"));
            file_put_contents("$this->folder/$key", $stored);
            touch("$this->folder/$key", 1700000000);
            self::assertTrue($files->replace($entry, self::NEW));
            clearstatcache();
            self::assertSame([self::NEW, 1700000000, 0640], [file_get_contents("$this->folder/$key"), filemtime("$this->folder/$key"), fileperms("$this->folder/$key") & 07777]);
            unlink("$this->folder/$key");
            self::assertFalse($files->replace($entry, self::NEW));
            self::assertFileDoesNotExist("$this->folder/$key");
        }
        self::assertSame([], array_values(array_diff(scandir($this->folder) ?: [], ['.', '..'])));
    }
}
