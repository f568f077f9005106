<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Stores;

use Lyo\Tests\Clients\Server;
use Predis\Client;
use Predis\Pipeline\Pipeline;
use RuntimeException;

/** A Redis with very many keys. */
final class Million
{
    private const TOGETHER = 1000;
    private const WRITTEN = 500;

    private readonly Server $server;
    private readonly Client $client;
    private readonly string $folder;

    public function __construct(private readonly Lyo $lyo, private readonly int $keys, private readonly int $kills)
    {
        $this->folder = sys_get_temp_dir() . '/lyo-million-' . getmypid();
        mkdir($this->folder, 0700);
        register_shutdown_function(fn() => exec('rm -rf ' . escapeshellarg($this->folder)));
        $this->server = new Server(fn(int $port): array => ['redis-server', '--port', (string) $port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', $this->folder]);
        $this->client = new Client("tcp://127.0.0.1:{$this->server->port}");
    }

    public function main(): int
    {
        $end = $this->fill();
        $source = "redis://127.0.0.1:{$this->server->port}";
        putenv("BRIDGE_REDIS={$this->server->port}");
        $costs = new Costs($this->lyo);
        foreach (['stat' => ['stat', $source], 'measure' => ['measure', $source], 'find' => ['find', $source, '--format=native'], 'convert' => ['convert', $source, '--to=lyo'], 'back' => ['convert', $source, '--to=native']] as $name => $arguments) {
            $costs->of($name, $arguments, $this->keys);
        }
        $state = "$this->folder/state.json";
        $killed = $rounds = $peak = 0;
        $to = 'native';
        while ($killed < $this->kills && $rounds < 10) {
            $to = $to === 'lyo' ? 'native' : 'lyo';
            $rounds++;
            $writer = $this->write();
            $start = microtime(true);
            while ($killed < $this->kills && $this->lyo->kill(['convert', $source, "--to=$to", "--resume=$state"], $this->keys / 1e6 * mt_rand(2000, 20000) / 1000)) {
                $killed++;
                $at = json_decode((string) @file_get_contents($state), true);
                printf("stores: killed %d times, %s values are behind the last state\n", $killed, number_format(is_array($at) && is_array($at['counts'] ?? null) && is_int($at['counts']['met'] ?? null) ? $at['counts']['met'] : 0));
            }
            $last = $this->lyo->json(['convert', $source, "--to=$to", "--resume=$state"]);
            $peak = max($peak, is_int($last['peak_memory']) ? $last['peak_memory'] : PHP_INT_MAX);
            printf("stores: all are %s after %.0f s, %s of memory; the last run met %s values in %.0f s and lost %d races\n", $to, microtime(true) - $start, round((is_int($last['peak_memory']) ? $last['peak_memory'] : 0) / 1e6) . ' MB', number_format(is_int($last['met']) ? $last['met'] : 0), is_numeric($last['seconds']) ? $last['seconds'] : 0, is_int($last['raced']) ? $last['raced'] : 0);
            $this->finish($writer);
        }
        $start = microtime(true);
        $whole = $this->lyo->json(['convert', $source, '--to=' . ($to === 'lyo' ? 'native' : 'lyo')]);
        $to = $to === 'lyo' ? 'native' : 'lyo';
        printf("stores: once more without a break: %s values a second, %s MB\n", number_format((is_int($whole['met']) ? $whole['met'] : 0) / (microtime(true) - $start)), round((is_int($whole['peak_memory']) ? $whole['peak_memory'] : 0) / 1e6));
        [$wrong, $late] = $this->check($to, $end);
        $this->server->stop();
        printf("stores: %s keys, killed %d times, %d values wrong, %d times to live off by more than a second, %d MB of memory at most\n", number_format($this->keys), $killed, $wrong, $late, round($peak / 1e6));

        return $costs->hold() && $wrong === 0 && $late === 0 && $killed >= $this->kills && $peak < 32 << 20 && $whole['met'] === $this->keys + ($rounds > 0 ? self::WRITTEN : 0) ? 0 : 1;
    }

    /**
     * Every third key never expires, the others do in some hours.
     *
     * @return float the time from which on these count
     */
    private function fill(): float
    {
        $now = microtime(true);
        for ($key = 0; $key < $this->keys; $key += self::TOGETHER) {
            $pipeline = new Pipeline($this->client);
            for ($i = $key; $i < min($key + self::TOGETHER, $this->keys); $i++) {
                $i % 3 === 0 ? $pipeline->set("m:$i", Values::numbered('m', $i, 1)) : $pipeline->executeCommand($this->client->createCommand('SET', ["m:$i", Values::numbered('m', $i, 1), 'PXAT', (int) (1000 * ($now + 20_000 + $i % 1000))]));
            }
            $pipeline->execute();
        }

        return $now;
    }

    /** @return array{resource, resource} a process that writes, and what it tells at its end */
    private function write()
    {
        for ($i = 0; $i < self::WRITTEN; $i++) {
            $this->client->set("w0:$i", Values::numbered('w0', 0));
        }
        @unlink("$this->folder/stop");
        $process = proc_open([PHP_BINARY, ...StoreChecks::flags(), __DIR__ . '/writer.php', 'redis', 'w0', (string) self::WRITTEN, '86400', "$this->folder/stop"], [['file', '/dev/null', 'r'], ['pipe', 'w']], $pipes);

        return $process !== false ? [$process, $pipes[1]] : throw new RuntimeException('no writer');
    }

    /** @param array{resource, resource} $writer */
    private function finish(array $writer): void
    {
        touch("$this->folder/stop");
        $last = json_decode((string) stream_get_contents($writer[1]), true);
        proc_close($writer[0]);
        $written = $lost = 0;
        foreach (is_array($last) ? $last : [] as $key => $number) {
            $number = is_int($number) ? $number : 0;
            $written += $number;
            $lost += self::text((string) $this->client->get((string) $key)) === Values::numbered('w0', $number) ? 0 : 1;
        }
        printf("stores: another process wrote %s values meanwhile, %d are lost\n", number_format($written), $lost);
        if ($lost > 0 || $written < self::WRITTEN) {
            throw new RuntimeException('values of others are lost');
        }
    }

    /** @return array{int, int} wrong values, wrong times to live */
    private function check(string $to, float $now): array
    {
        $wrong = $late = 0;
        for ($key = 0; $key < $this->keys; $key += self::TOGETHER) {
            $pipeline = new Pipeline($this->client);
            $last = min($key + self::TOGETHER, $this->keys);
            for ($i = $key; $i < $last; $i++) {
                $pipeline->get("m:$i");
                $pipeline->executeCommand($this->client->createCommand('PEXPIRETIME', ["m:$i"]));
            }
            $answers = (array) $pipeline->execute();
            for ($i = $key; $i < $last; $i++) {
                $data = $answers[2 * ($i - $key)] ?? '';
                $data = is_string($data) ? $data : '';
                $ends = $answers[2 * ($i - $key) + 1] ?? 0;
                $wrong += str_starts_with($data, "\xC1") === ($to === 'lyo') && self::text($data) === Values::numbered('m', $i, 1) ? 0 : 1;
                $late += $i % 3 === 0 ? ($ends === -1 ? 0 : 1) : (is_int($ends) && abs($ends / 1000 - ($now + 20_000 + $i % 1000)) <= 1.0 ? 0 : 1);
            }
        }

        return [$wrong, $late];
    }

    private static function text(string $data): string
    {
        return str_starts_with($data, "\xC1") ? serialize(lyo_unserialize($data)) : $data;
    }
}
