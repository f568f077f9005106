<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bench;

use Lyo\Bench\Advice\Link;
use Lyo\Bench\Advice\Prediction;
use Lyo\Tests\Clients\Server;
use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** The program that compares what lyo advise predicts with a slow link, and that link. */
#[CoversNothing]
final class AdviceBenchTest extends TestCase
{
    private const ROOT = __DIR__ . '/../..';

    #[Test]
    public function a_link_sends_one_byte_after_the_other_and_each_arrives_later(): void
    {
        $link = new Link(1000, 8e9); // 1 ns for a byte

        self::assertSame([1100, 1300, 6010], [$link->send(100, 0), $link->send(200, 50), $link->send(10, 5000)]);
    }

    #[Test]
    public function a_proxy_delays_both_directions_limits_the_rate_and_changes_nothing(): void
    {
        [$server, $process] = $this->echo();
        $proxy = new Server(static fn(int $port): array => [PHP_BINARY, '-n', self::ROOT . '/bench/Advice/proxy-main.php', (string) $port, (string) $server, '5000000', '8e6']);
        $connection = stream_socket_client("tcp://127.0.0.1:$proxy->port") ?: self::fail('no connection');
        $times = [];
        foreach ([1, 20_000] as $bytes) {
            $sent = random_bytes($bytes);
            $began = hrtime(true);
            fwrite($connection, $sent);
            $back = stream_get_contents($connection, $bytes);
            $times[] = (hrtime(true) - $began) / 1e6;
            self::assertSame($sent, $back);
        }
        fclose($connection);
        $proxy->stop();
        proc_terminate($process);

        // 5 ms in each direction, and 1 ms for 1,000 bytes; both directions are busy at once, and a busy machine makes it longer
        self::assertGreaterThanOrEqual(10.0, $times[0]);
        self::assertGreaterThanOrEqual(30.0, $times[1]);
        self::assertLessThan(2000.0, $times[1]);
    }

    #[Test]
    public function a_prediction_is_wrong_if_it_is_off_by_more_than_a_fifth(): void
    {
        $right = static fn(float $predicted): bool => (new Prediction('samples', 0.001, 'lyo', $predicted, 1000.0))->isRight();

        self::assertSame([false, true, true, true, false], [$right(790.0), $right(810.0), $right(1000.0), $right(1190.0), $right(1210.0)]);
        self::assertSame(['samples', '1', 'lyo', '500', '1000', '-50 %'], (new Prediction('samples', 0.001, 'lyo', 500.0, 1000.0))->row());
    }

    #[Test]
    public function what_lyo_advise_predicts_is_what_a_slow_link_takes(): void
    {
        $module = (getenv('BUILD') ?: self::ROOT . '/build') . '/lyo.so';
        $command = exec('cd ' . self::ROOT . ' && PHP=' . escapeshellarg(PHP_BINARY) . " tools/php.sh $module ctype mbstring tokenizer zlib posix '?igbinary' '?msgpack' '?redis' '?pdo' '?pdo_sqlite'") ?: '';
        $flags = substr($command, (int) strpos($command, ' ')) . ' -d memory_limit=1G -d error_reporting=1';
        $status = 1;
        for ($tries = 0; $tries < 6 && $status !== 0; $tries++) { // a busy machine can spoil some, but a wrong calculation is wrong each time
            $lines = [];
            exec('PHP_FLAGS=' . escapeshellarg($flags) . ' ' . escapeshellarg(PHP_BINARY) . "$flags " . self::ROOT . '/bench/advice.php --only=predictions --sets=samples --values=10 --rtt=5 --rounds=7 2>&1', $lines, $status);
        }
        if (str_contains(implode($lines), 'SKIPPED')) {
            self::markTestSkipped(implode("\n", $lines));
        }

        self::assertSame(0, $status, implode("\n", $lines));
        self::assertGreaterThan(4, count(preg_grep('/^\| samples +\| +5 \| +(?:lyo|native).* \| +\d+ \| +\d+ \| +[+-]\d+ % \|$/', $lines) ?: []));
    }

    #[Test]
    public function the_page_has_predictions_for_each_link_and_each_is_right(): void
    {
        $page = (string) file_get_contents(self::ROOT . '/docs/lab/advice.md');
        preg_match_all('/^\| (\w+) +\| +([\d.]+) \| +(.+?) \| +(\d+) \| +(\d+) \| +[+-]\d+ % \|$/m', $page, $rows, PREG_SET_ORDER);
        $links = [];
        foreach ($rows as [, $set, $trip, $way, $predicted, $measured]) {
            $links["$set $trip"] = true;
            self::assertTrue((new Prediction($set, (float) $trip, $way, (float) $predicted, (float) $measured))->isRight(), "$set $trip $way");
        }
        self::assertCount(9, $links);
    }

    /** @return array{int, resource} a server that sends back what it gets: its port */
    private function echo(): array
    {
        $code = '$s = stream_socket_server("tcp://127.0.0.1:0"); echo stream_socket_get_name($s, false), "\n"; while (true) { $c = @stream_socket_accept($s, 60) ?: exit; while (!in_array($d = fread($c, 8192), ["", false], true)) { fwrite($c, $d); } fclose($c); }';
        $process = proc_open([PHP_BINARY, '-n', '-r', $code], [1 => ['pipe', 'w']], $pipes) ?: self::fail('no server');

        return [(int) substr((string) strrchr(trim((string) fgets($pipes[1])), ':'), 1), $process];
    }
}
