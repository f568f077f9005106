<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Demo;

use Lyo\Demo\CacheFile;
use Lyo\Demo\Codec;
use Lyo\Demo\Cost;
use Lyo\Demo\Load;
use Lyo\Demo\Report;
use Lyo\Demo\SampleRun;
use PDO;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Symfony\Component\Console\Output\BufferedOutput;

/** Two demos at the same time, a full disk, and a busy machine. */
#[CoversNothing]
#[RequiresPhpExtension('lyo')]
final class DemoTest extends TestCase
{
    #[Test]
    #[RequiresPhpExtension('pdo_sqlite')]
    public function demos_of_one_folder_have_files_of_their_own_and_take_them_away(): void
    {
        $folder = sys_get_temp_dir() . '/lyo-demo-' . bin2hex(random_bytes(6));
        mkdir($folder);
        $one = new CacheFile($folder);
        $one->set('name', 'one');
        $two = new CacheFile($folder);
        $two->set('name', 'two');

        self::assertSame(['one', 'two'], [$one->get('name'), $two->get('name')]);
        unset($two);
        $one->set('name', 'one again');
        self::assertSame('one again', $one->get('name'));
        $one->keep("$folder/kept");
        unset($one);
        self::assertSame(["$folder/kept"], glob("$folder/*"));
        $select = (new PDO("sqlite:$folder/kept"))->prepare('SELECT value FROM cache');
        $select->execute();
        self::assertSame('one again', $select->fetchColumn());
        unlink("$folder/kept");
        rmdir($folder);
    }

    #[Test]
    public function the_tables_leave_out_values_that_could_not_be_stored(): void
    {
        $codecs = Codec::all();
        $trials = [];
        foreach (['all' => ['serialize', 'lyo'], 'no-native' => ['lyo'], 'no-lyo' => ['serialize'], 'nothing' => []] as $name => $stored) {
            $trials[] = $trial = new SampleRun($name, null, $codecs, []);
            $trial->costs = array_fill_keys($stored, new Cost(100, 100.0, 100.0, 100));
        }
        $output = new BufferedOutput();
        $report = new Report($output, $trials, $codecs);
        $report->samples();
        $report->details();
        $report->summary();
        $text = $output->fetch();

        self::assertMatchesRegularExpression('/^all .* 100$/m', $text);
        self::assertMatchesRegularExpression('/^no lyo .* -$/m', $text);
        self::assertStringNotContainsString('nothing', $text);
        self::assertStringNotContainsString('no native', $text);
        self::assertStringContainsString('Lyo against serialize(): 1.0x smaller', $text);
    }

    #[Test]
    public function without_a_single_value_of_lyo_there_is_no_conclusion(): void
    {
        $output = new BufferedOutput();
        (new Report($output, [new SampleRun('nothing', null, Codec::all(), [])], Codec::all()))->summary();

        self::assertStringNotContainsString('Lyo against', $output->fetch());
    }

    #[Test]
    public function every_line_fits_80_columns(): void
    {
        $codecs = Codec::all();
        $trials = [];
        foreach ([new Cost(999_999, 99_999_000.0, 99_999_000.0, 102_398_976), new Cost(98_765_432, 9_999e6, 9_999e6, 9_999_000_000)] as $cost) {
            $trials[] = $trial = new SampleRun('name-of-16-chars', null, $codecs, []);
            $trial->costs = array_map(static fn(): Cost => $cost, $codecs);
        }
        $output = new BufferedOutput();
        $report = new Report($output, $trials, $codecs);
        $report->summary();
        $report->samples();
        $text = $output->fetch();
        $lines = explode("\n", $text);

        self::assertGreaterThan(9, count($lines));
        foreach ($lines as $line) {
            self::assertLessThanOrEqual(80, mb_strlen($line), $line);
        }
        self::assertMatchesRegularExpression('/^name of 16 chars 999,999 .* 99,999 .* 99,999 /m', $text);
        self::assertMatchesRegularExpression('/^name of 16 chars 98,765k /m', $text);
    }

    #[Test]
    public function a_busy_machine_is_reported(): void
    {
        self::assertNull((new Load(1.9, 2, 0.99))->hint());
        $others = (string) (new Load(2.6, 2, 0.99))->hint();
        self::assertStringContainsString('load average 2.6 on 2 processors, 99% of one for the demo', $others);
        self::assertStringContainsString('load average 0.7 on 1 processor, 80% of one', (string) (new Load(0.7, 1, 0.80))->hint());
        self::assertLessThanOrEqual(80, max(array_map(strlen(...), explode("\n", $others))));
    }
}
