<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Packages;

use PDO;
use Redis;
use RuntimeException;

/** An application of Laravel behind PHP's own web server, with opcache, to be measured. */
final class PageServer
{
    /** @var resource|null */
    private $process = null;
    private string $address = '';

    /**
     * @param string $from folder of an application
     * @param string $folder for a copy of it
     * @param array<string, string> $variables for its .env
     * @param array<string, string> $environment
     * @param bool $binary whether the column of the cache is made binary
     */
    public function __construct(string $from, private readonly string $folder, private readonly array $variables, private readonly ?string $extension, private readonly array $environment, bool $binary)
    {
        Process::run('cp -a ' . escapeshellarg($from) . ' ' . escapeshellarg($folder), '/');
        $lines = ['APP_ENV=production', 'APP_DEBUG=false'];
        foreach ($variables as $name => $value) {
            $lines[] = "$name=$value";
        }
        file_put_contents("$folder/.env", implode("\n", $lines) . "\n" . preg_replace('/^(?:APP_ENV|APP_DEBUG|' . implode('|', array_keys($variables)) . ')=.*$/m', '', (string) file_get_contents("$folder/.env")));
        if (isset($variables['SERIALIZER'])) {
            file_put_contents("$folder/config/database.php", str_replace("'options' => [\n            'cluster'", "'options' => [\n            'serializer' => (int) env('SERIALIZER'),\n            'cluster'", (string) file_get_contents("$folder/config/database.php"), $count));
            $count === 1 || throw new RuntimeException('config/database.php is another one');
        }
        $binary && Process::run('php artisan vendor:publish --tag=lyo-migrations', $folder, $environment);
        Process::run('php artisan migrate:fresh --force && php artisan optimize', $folder, $environment);
    }

    /**
     * Fills the cache and the session.
     *
     * @return array{memory: int, bytes: int}
     */
    public function warm(): array
    {
        $this->start(visit: false);
        $first = $this->page();
        $this->page();
        $third = $this->page();
        $this->stop();
        if ($first['misses'] !== 14 || $third['hits'] !== 14 || $first['values'] !== $third['values']) {
            throw new RuntimeException('the cache does not work: ' . json_encode([$first, $third]));
        }
        return ['memory' => $third['memory'], 'bytes' => $this->bytes()];
    }

    /** Instructions of one request. */
    public function instructions(int $requests): float
    {
        $log = "$this->folder/storage/callgrind.log";
        $this->start(['valgrind', '--tool=callgrind', '--instr-atstart=no', '--callgrind-out-file=/dev/null', "--log-file=$log"]);
        $this->page();
        $this->page();
        $pid = $this->process === null ? 0 : proc_get_status($this->process)['pid'];
        Process::run("callgrind_control -i on $pid", $this->folder);
        for ($request = 0; $request < $requests; $request++) {
            $this->page();
        }
        Process::run("callgrind_control -i off $pid", $this->folder);
        $this->stop();
        return preg_match('/Collected : (\d+)/', (string) file_get_contents($log), $match) === 1 ? (int) $match[1] / $requests : throw new RuntimeException('callgrind has counted nothing');
    }

    /** Nanoseconds of CPU for some requests. */
    public function cpu(int $requests): float
    {
        $before = $this->time();
        for ($request = 0; $request < $requests; $request++) {
            $this->page();
        }
        return $this->time() - $before;
    }

    /** @param list<string> $under a command that runs PHP */
    public function start(array $under = [], bool $visit = true): void
    {
        $this->address = Process::address();
        $modules = $this->extension === null ? [] : ['-d', "extension=$this->extension"];
        $process = proc_open(
            [...$under, PHP_BINARY, ...$modules, '-d', 'opcache.enable_cli=1', '-d', 'opcache.validate_timestamps=0', '-d', 'opcache.file_update_protection=0', '-d', 'display_errors=0', '-S', $this->address, '-t', 'public', 'public/index.php'],
            [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', "$this->folder/storage/server.log", 'w']],
            $pipes,
            $this->folder,
            $this->environment + getenv(),
        );
        $this->process = $process === false ? throw new RuntimeException('no web server') : $process;
        Process::await($this->address, 120);
        $visit && $this->page();
    }

    public function stop(): void
    {
        if ($this->process !== null) {
            proc_terminate($this->process, SIGINT);
            proc_close($this->process);
            $this->process = null;
        }
    }

    /** @return array{hits: int, misses: int, values: string, memory: int} */
    private function page(): array
    {
        $body = (string) @file_get_contents("http://$this->address/lyo-page", context: stream_context_create(['http' => ['ignore_errors' => true, 'timeout' => 300]]));
        $page = json_decode($body, true);
        if (!is_array($page) || !is_int($page['hits'] ?? null) || !is_int($page['misses'] ?? null) || !is_string($page['values'] ?? null) || !is_int($page['memory'] ?? null)) {
            throw new RuntimeException('the page is not there: ' . substr(strip_tags($body), 0, 1000));
        }
        return ['hits' => $page['hits'], 'misses' => $page['misses'], 'values' => $page['values'], 'memory' => $page['memory']];
    }

    private function time(): float
    {
        $pid = $this->process === null ? 0 : proc_get_status($this->process)['pid'];
        return (float) strtok((string) file_get_contents("/proc/$pid/schedstat"), ' ');
    }

    /** Bytes of the 14 items in the store. */
    private function bytes(): int
    {
        if ($this->variables['CACHE_STORE'] === 'redis') {
            $redis = new Redis();
            $redis->connect('127.0.0.1', (int) $this->variables['REDIS_PORT']);
            $redis->select(1);
            $keys = $redis->keys("*{$this->variables['CACHE_PREFIX']}page-*");
            return array_sum(array_map(static fn(string $key): int => (int) $redis->strlen($key), is_array($keys) ? array_filter($keys, is_string(...)) : []));
        }
        $found = isset($this->variables['DB_SOCKET'])
            ? (new PDO("mysql:unix_socket={$this->variables['DB_SOCKET']};dbname={$this->variables['DB_DATABASE']}", 'root', ''))->query('SELECT SUM(LENGTH(value)) FROM cache')
            : (new PDO("sqlite:$this->folder/database/database.sqlite"))->query('SELECT SUM(LENGTH(CAST(value AS BLOB))) FROM cache');
        $found = $found === false ? null : $found->fetchColumn();
        return is_numeric($found) ? (int) $found : throw new RuntimeException('nothing is stored');
    }
}
