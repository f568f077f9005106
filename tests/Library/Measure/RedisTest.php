<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Measure;

use Lyo\Tests\Clients\Server;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use Predis\Client;

/** bin/lyo measure with a redis-server of its own. */
final class RedisTest extends TestCase
{
    private const KEYS = 20_000;

    private static ?Server $server = null;

    public static function setUpBeforeClass(): void
    {
        if (trim((string) shell_exec('command -v redis-server')) === '') {
            self::markTestSkipped('measuring a Redis SKIPPED, no redis-server here');
        }
        self::$server = new Server(static fn(int $port): array => ['redis-server', '--port', (string) $port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--requirepass', 'geheim']);
        $client = self::client();
        foreach (array_chunk(range(1, self::KEYS), 1000) as $numbers) {
            $pairs = [];
            foreach ($numbers as $number) {
                $pairs["cache:$number"] = serialize(['id' => $number, 'title' => "entry $number", 'tags' => ['a', 'b']]);
            }
            $client->mset($pairs);
        }
        // in a known format as well: the server's order of the keys is random, so any value may be in the sample, and "measured" counts known ones
        $client->hset('hash', 'field', serialize('value'));
        $client->set('text', serialize('hello'));
    }

    public static function tearDownAfterClass(): void
    {
        self::$server?->stop();
    }

    private static function client(): Client
    {
        return new Client(['port' => self::$server->port ?? 0, 'password' => 'geheim', 'database' => 3]);
    }

    /** @return iterable<string, array{list<string>}> */
    public static function clients(): iterable
    {
        yield 'Predis' => [[]];
        // Debian's needs igbinary
        $modules = trim((string) shell_exec('"' . dirname(__DIR__, 3) . '/tools/php.sh" "?igbinary" "?redis" 2>/dev/null'));
        if (str_contains($modules, 'extension=redis')) {
            yield 'phpredis' => [array_slice(explode(' ', $modules), 2)];
        }
    }

    /** @param list<string> $modules */
    #[Test]
    #[DataProvider('clients')]
    public function values_of_a_redis_are_measured_in_constant_memory(array $modules): void
    {
        $result = $this->measure($modules, [$this->url('geheim'), '--sample=50']);
        self::assertSame(0, $result[0], $result[1]);
        $json = json_decode($result[1], true, flags: JSON_THROW_ON_ERROR);
        self::assertIsArray($json);
        self::assertIsArray($json['values']);
        self::assertSame([self::KEYS + 2, true, 50], [$json['values']['met'], $json['values']['bytes_exact'], $json['values']['measured']]);
        // 1,000 keys at a time; all of them with their values would take 5 MB more
        self::assertLessThan(8 << 20, $json['peak_memory']);
        self::assertStringNotContainsString('geheim', $result[1]);
    }

    /** @param list<string> $modules */
    #[Test]
    #[DataProvider('clients')]
    public function keys_are_picked_by_a_pattern(array $modules): void
    {
        $json = json_decode($this->measure($modules, [$this->url('geheim'), '--match=cache:77*'])[1], true, flags: JSON_THROW_ON_ERROR);

        // 77, 770 to 779, 7700 to 7799
        self::assertSame(111, is_array($json) && is_array($json['values']) ? $json['values']['met'] : null);
    }

    /** @param list<string> $modules */
    #[Test]
    #[DataProvider('clients')]
    public function a_wrong_password_is_reported(array $modules): void
    {
        [$status, $output, $errors] = $this->measure($modules, [$this->url('falsch')]);

        self::assertSame([1, ''], [$status, $output]);
        self::assertMatchesRegularExpression('/\Alyo: the Redis (cannot be used|refuses): .*WRONGPASS .*\n\z/', $errors);
    }

    private function url(string $password): string
    {
        return "redis://:$password@127.0.0.1:" . (self::$server->port ?? 0) . '/3';
    }

    /**
     * @param list<string> $modules
     * @param list<string> $arguments
     *
     * @return array{int, string, string}
     */
    private function measure(array $modules, array $arguments): array
    {
        $root = dirname(__DIR__, 3);
        $command = [PHP_BINARY, '-n', ...$modules, "$root/bin/lyo", 'measure', '--format=json', '--rounds=3', '--slice=1', ...$arguments];
        $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes);
        self::assertIsResource($process);
        $output = [(string) stream_get_contents($pipes[1]), (string) stream_get_contents($pipes[2])];

        return [proc_close($process), ...$output];
    }
}
