<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Stores;

use Lyo\Tests\Bridge\Servers as Others;
use Lyo\Tests\Clients\Server;
use RuntimeException;

/** All servers of these tests, on free ports of the loopback interface. Processes that use them find their addresses in the environment. */
final class Servers
{
    /** @var list<Server> */
    private array $running = [];
    /** @var array<string, string> */
    private array $variables;
    private Others $others;

    public function __construct(private readonly string $folder)
    {
        $this->others = new Others($folder, ['redis-server', 'memcached', 'mariadbd', 'postgres']);
        $this->variables = $this->others->variables();
        if (isset($this->variables['BRIDGE_REDIS'])) {
            $this->startSentinel((int) $this->variables['BRIDGE_REDIS']);
            $this->startCluster();
        }
        if (self::find('valkey-server') !== null) {
            $valkey = $this->start('valkey-server', []);
            $this->variables['STORES_VALKEY'] = (string) $valkey->port;
        }
        if (isset($this->variables['BRIDGE_POSTGRES'])) {
            $this->variables['STORES_POSTGRES'] = $this->variables['BRIDGE_POSTGRES'];
        }
    }

    /** @return array<string, string> */
    public function variables(): array
    {
        return $this->variables;
    }

    public function stop(): void
    {
        foreach ($this->running as $server) {
            $server->stop();
        }
        $this->others->stop();
    }

    /** @param list<string> $options */
    private function start(string $program, array $options): Server
    {
        return $this->running[] = new Server(fn(int $port): array => [$program, '--port', (string) $port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', $this->folder, ...$options]);
    }

    private function startSentinel(int $redis): void
    {
        $file = "$this->folder/sentinel.conf";
        file_put_contents($file, "sentinel monitor cache 127.0.0.1 $redis 1\n");
        $this->running[] = $sentinel = new Server(static fn(int $port): array => ['redis-server', $file, '--sentinel', '--port', (string) $port, '--bind', '127.0.0.1']);
        $this->variables['STORES_SENTINEL'] = (string) $sentinel->port;
    }

    private function startCluster(): void
    {
        if (self::find('redis-cli') === null) {
            return;
        }
        $nodes = [];
        for ($i = 0; $i < 3; $i++) {
            // The port for the others of the cluster would be 10,000 higher, and there may be none.
            $probe = stream_socket_server('tcp://127.0.0.1:0');
            $bus = $probe === false ? '' : substr((string) strrchr((string) stream_socket_get_name($probe, false), ':'), 1);
            $probe === false || fclose($probe);
            $nodes[] = '127.0.0.1:' . $this->start('redis-server', ['--cluster-enabled', 'yes', '--cluster-port', $bus, '--cluster-config-file', "nodes-$i.conf"])->port;
        }
        exec('redis-cli --cluster create ' . implode(' ', $nodes) . ' --cluster-yes 2>&1', $lines, $status);
        if ($status !== 0) {
            throw new RuntimeException("the cluster is none:\n" . implode("\n", $lines));
        }
        $port = substr((string) strrchr($nodes[0], ':'), 1);
        for ($i = 0; $i < 1200 && !str_contains((string) shell_exec("redis-cli -p $port cluster info"), 'cluster_state:ok'); $i++) {
            usleep(50_000);
        }
        $this->variables['STORES_CLUSTER'] = implode(',', $nodes);
    }

    private static function find(string $program): ?string
    {
        foreach (explode(':', (string) getenv('PATH')) as $directory) {
            if (is_executable("$directory/$program")) {
                return "$directory/$program";
            }
        }

        return null;
    }
}
