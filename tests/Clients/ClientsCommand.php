<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Clients;

use Lyo\Tests\Corpus\Corpus;

/** Debian's redis, memcached and apcu with our igbinary.so in place of Debian's, against real servers. */
final class ClientsCommand
{
    private int $faults = 0;

    private string $ours;

    private string $theirs;

    private string $lyo;

    private string $directory;

    private string $redisVersion;

    public function main(): int
    {
        $build = getenv('BUILD') ?: 'build';
        $this->ours = (string) realpath($build . '/igbinary.so');
        $this->lyo = (string) realpath($build . '/lyo.so');
        $extensions = (string) ini_get('extension_dir');
        $this->theirs = $extensions . '/igbinary.so';
        $missing = array_filter(['igbinary', 'redis', 'memcached', 'msgpack', 'apcu'], static fn(string $name): bool => !is_file("$extensions/$name.so"));
        foreach (['redis-server', 'memcached'] as $program) {
            if ($this->run(['sh', '-c', 'command -v ' . $program])[0] !== 0) {
                $missing[] = $program;
            }
        }
        if ($missing !== []) {
            echo 'clients: SKIPPED, missing: ', implode(', ', $missing), " (bin/setup clients installs them)\n";

            return 0;
        }
        $this->directory = sys_get_temp_dir() . '/lyo-clients-' . getmypid();
        mkdir($this->directory . '/sessions', 0700, true);
        $this->redisVersion = $this->run([...self::php($this->theirs, 'redis'), '-r', 'echo phpversion("redis");'])[1];
        $this->loading();
        $redis = new Server(fn(int $port): array => ['redis-server', '--port', (string) $port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', $this->directory]);
        $memcached = new Server(static fn(int $port): array => ['memcached', '-l', '127.0.0.1', '-p', (string) $port, '-U', '0', '-I', '32m', '-m', '256', '-u', 'nobody']);
        $this->values($redis, $memcached);
        $this->sessions($redis, $memcached);
        $this->web();
        $redis->stop();
        $memcached->stop();
        $this->run(['rm', '-rf', $this->directory]);
        printf("clients: %d faults\n", $this->faults);

        return $this->faults === 0 ? 0 : 1;
    }

    private function fault(string $fault): void
    {
        $this->faults++;
        echo 'FAULT ' . $fault . "\n";
    }

    /**
     * @param list<string> $command
     * @param array<string, string> $environment
     * @return array{int, string} status and output
     */
    private function run(array $command, array $environment = []): array
    {
        $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w']], $pipes, null, $environment + getenv());
        if ($process === false) {
            return [-1, ''];
        }
        $output = (string) stream_get_contents($pipes[1]);

        return [proc_close($process), $output];
    }

    /** @return list<string> */
    private static function php(string ...$extensions): array
    {
        $command = [PHP_BINARY, '-n', '-d', 'memory_limit=2G', '-d', 'display_errors=stderr', '-d', 'apc.enable_cli=1', '-d', 'apc.serializer=igbinary', '-d', 'apc.shm_size=256M'];
        foreach ($extensions as $extension) {
            array_push($command, '-d', 'extension=' . $extension);
        }

        return $command;
    }

    /** The orders in which modules can be loaded. */
    private function loading(): void
    {
        $now = ['LD_BIND_NOW' => '1'];
        $all = 'exit(extension_loaded("igbinary") && extension_loaded("redis") && extension_loaded("memcached") && extension_loaded("apcu") && function_exists("igbinary_serialize") ? 0 : 1);';
        $serializer = 'ob_start(); phpinfo(INFO_MODULES); exit(preg_match("/Serialization Support => .*igbinary/", (string) ob_get_clean()) === 1 ? 0 : 1);';
        $both = 'exit(lyo_unserialize(lyo_serialize([1])) === igbinary_unserialize(igbinary_serialize([1])) ? 0 : 1);';
        $cases = [
            ['igbinary before its users', [$this->ours, 'msgpack', 'redis', 'memcached', 'apcu'], $all, [], 0],
            ['the same with LD_BIND_NOW', [$this->ours, 'msgpack', 'redis', 'memcached', 'apcu'], $all, $now, 0],
            ['apcu first', ['apcu', $this->ours], $serializer, [], 0],
            ['apcu last', [$this->ours, 'apcu'], $serializer, [], 0],
            ['lyo first', [$this->lyo, $this->ours], $both, [], 0],
            ['lyo last', [$this->ours, $this->lyo], $both, $now, 0],
            // redis.so is linked to resolve at once: as with Debian's igbinary, it can't come first
            ['redis before igbinary', ['redis', $this->ours], 'exit(extension_loaded("redis") ? 0 : 1);', [], 1],
            ['redis before Debian\'s igbinary', ['redis', $this->theirs], 'exit(extension_loaded("redis") ? 0 : 1);', [], 1],
        ];
        foreach ($cases as [$name, $extensions, $code, $environment, $expected]) {
            [$status, $output] = $this->run([...self::php(...$extensions), '-r', $code], $environment);
            if ($status !== $expected) {
                $this->fault("loading, $name: $status $output");
            }
        }
        printf("clients: %d orders of loading\n", count($cases));
    }

    private function values(Server $redis, Server $memcached): void
    {
        $corpus = Corpus::find();
        if ($corpus === null) {
            echo "clients: values SKIPPED, there is no corpus (bin/corpus makes one; LYO_CORPUS names another place)\n";

            return;
        }
        $lyo = ['-d', 'igbinary.write_format=lyo'];
        $clients = ['msgpack', 'redis', 'memcached', 'apcu'];
        // what, action, prefix of keys, modules, other arguments; how many warnings
        $steps = [
            ['written by ours, redis and memcached', 'write', 'ours:', [$this->ours, ...$clients], [], 0],
            ['written by theirs, redis and memcached', 'write', 'theirs:', [$this->theirs, ...$clients], [], 0],
            ['of theirs read by ours, redis and memcached', 'read', 'theirs:', [$this->ours, ...$clients], [], 0],
            ['of ours read by theirs, redis and memcached', 'read', 'ours:', [$this->theirs, ...$clients], [], 0],
            ['through APCu', 'apcu', 'apcu:', [$this->ours, 'apcu'], [], 0],
            ['through APCu, write_format=lyo', 'apcu', 'apcu:', [$this->ours, 'apcu'], $lyo, 0],
            ['through APCu, apc.serializer=lyo', 'apcu', 'apcu:', [$this->lyo, 'apcu'], ['-d', 'apc.serializer=lyo'], 0],
            ['written with write_format=lyo, memcached', 'write', 'lyo:', [$this->ours, 'msgpack', 'memcached'], $lyo, 0],
            ['read with write_format=v2, memcached', 'read', 'lyo:', [$this->ours, 'msgpack', 'memcached'], [], 0],
            ['written with write_format=lyo beside an old redis, one warning', 'write', 'old:', [$this->ours, ...$clients], $lyo, $this->redisIsOld() ? 1 : 0],
            ['of these read, redis and memcached', 'read', 'old:', [$this->ours, ...$clients], [], 0],
        ];
        $counts = $left = array_fill(0, count($steps), 0);
        $alike = $headed = 0;
        foreach ($corpus->files() as $application => $files) {
            foreach ($steps as $i => [$what, $action, $prefix, $modules, $arguments, $warnings]) {
                $command = [...self::php(...$modules), ...$arguments, __DIR__ . '/client.php', $action, $application, $prefix, (string) $redis->port, (string) $memcached->port];
                [$status, $output] = $this->run($command);
                [$warned, $good, $refused] = array_map(intval(...), array_slice(explode("\n", "-1\n-1\n" . trim($output)), -3));
                $counts[$i] += $good;
                $left[$i] += $refused;
                if ($status !== 0 || $good + $refused !== count($files) || $warned !== $warnings) {
                    $this->fault("$what, $application: $output");
                }
            }
            foreach ($files as $file) {
                $stored = [];
                foreach (['ours:', 'theirs:', 'old:', 'lyo:'] as $prefix) {
                    $key = $prefix . md5($file);
                    $stored[] = $redis->value(sprintf("*2\r\n$3\r\nGET\r\n$%d\r\n%s\r\n", strlen($key), $key));
                    $stored[] = $memcached->value("get $key\r\n");
                }
                is_string($stored[0]) && is_string($stored[1]) && $stored[0] === $stored[2] && $stored[1] === $stored[3] ? $alike++ : $this->fault("stored bytes of $file");
                // PHP values other than arrays and objects are not serialized by memcached
                $plain = !str_starts_with((string) $stored[1], "\0\0\0\2");
                $right = $this->redisIsOld() ? [$stored[4], $stored[5]] === [$stored[0], $stored[1]] : true;
                $right && ($plain || str_starts_with((string) $stored[7], "\0\0\0\4\xc1")) ? $headed++ : $this->fault("stored bytes of $file, write_format=lyo");
            }
        }
        foreach ($steps as $i => [$what]) {
            printf("clients: %d of %d values %s%s\n", $counts[$i], $corpus->count(), $what, $left[$i] > 0 ? ", $left[$i] that the installed igbinary cannot read back itself" : '');
        }
        printf("clients: %d of %d values stored with the same bytes in redis and in memcached, %d as write_format says\n", $alike, $corpus->count(), $headed);
        if (min($alike, $headed, ...array_map(static fn(int $count, int $refused): int => $count + $refused, $counts, $left)) < $corpus->count()) {
            $this->fault('fewer values than planned');
        }
    }

    /** Whether the installed redis treats other formats than igbinary's own as plain strings. */
    private function redisIsOld(): bool
    {
        return $this->redisVersion !== '' && version_compare($this->redisVersion, '6.0.0') < 0;
    }

    private function sessions(Server $redis, Server $memcached): void
    {
        $places = ["files $this->directory/sessions", "redis tcp://127.0.0.1:$redis->port", "memcached 127.0.0.1:$memcached->port"];
        $steps = 0;
        foreach ($places as $place) {
            $before = [];
            foreach ([['php', 'a', $this->theirs], ['lyo', 'b', $this->ours], ['igbinary', 'c', $this->ours], ['igbinary', 'd', $this->theirs], ['igbinary', 'e', $this->ours], ['lyo', 'f', $this->ours], ['lyo', '', $this->ours], ['lyo', 'g', $this->ours]] as [$handler, $name, $module]) {
                $command = [...self::php($module, 'msgpack', $this->lyo, 'redis', 'memcached'), '-d', 'output_buffering=1000000', __DIR__ . '/session.php', $handler, $place, $name];
                [$status, $output] = $this->run($command);
                $session = json_decode($output, true);
                if ($name !== '') {
                    $before[] = $name;
                }
                $keys = is_array($session) ? array_values(array_diff(array_keys($session), ['shared'])) : [];
                $whole = is_array($session) && $keys === $before && ($session['shared'] ?? null) === array_search($name === '' ? end($before) : $name, $before, true) + (count($before) > 1 ? 1 : 0);
                if ($status !== 0 || !$whole) {
                    $this->fault("session in $place, handler $handler, step $name: $output");
                }
                $steps++;
            }
        }
        printf("clients: %d requests with sessions in files, redis and memcached: php, lyo and igbinary, ours and theirs in turn\n", $steps);
    }

    /** A session lives through changes of the handler while requests come in at the same time. */
    private function web(): void
    {
        $directory = $this->directory . '/web';
        mkdir($directory);
        $command = [...self::php($this->ours, $this->lyo), '-d', 'session.save_path=' . $directory, '-d', 'session.use_cookies=1', '-d', 'display_errors=0'];
        $server = new Server(static fn(int $port): array => [...$command, '-S', '127.0.0.1:' . $port, __DIR__ . '/router.php'], ['PHP_CLI_SERVER_WORKERS' => '4']);
        $sent = $whole = 0;
        $highest = 0;
        foreach (['php', 'lyo', 'igbinary', 'lyo'] as $handler) {
            for ($round = 0; $round < 25; $round++) {
                $connections = [];
                for ($i = 0; $i < 8; $i++) {
                    $connection = stream_socket_client('tcp://127.0.0.1:' . $server->port);
                    if ($connection !== false) {
                        fwrite($connection, "GET /?handler=$handler HTTP/1.0\r\nHost: localhost\r\nCookie: PHPSESSID=lyowebtest\r\n\r\n");
                        $connections[] = $connection;
                    }
                }
                foreach ($connections as $connection) {
                    $sent++;
                    if (preg_match('/^(\d+) whole ' . $handler . '$/m', (string) stream_get_contents($connection), $match) === 1) {
                        $whole++;
                        $highest = max($highest, (int) $match[1]);
                    }
                    fclose($connection);
                }
            }
        }
        $server->stop();
        printf("clients: %d requests to a web server, 8 at a time, php > lyo > igbinary > lyo: %d whole, count %d\n", $sent, $whole, $highest);
        if ($sent < 800 || $whole !== $sent || $highest !== $sent) {
            $this->fault('the session of the web server');
        }
    }
}
