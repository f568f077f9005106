<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Kept;

use RuntimeException;

/** A php-fpm with its own settings, and requests to it over FastCGI. */
final class Fpm
{
    /** @var resource */
    private $process;

    private readonly string $address;

    public readonly string $folder;

    /**
     * @param list<string> $options of the command line
     * @param array<string, string> $environment
     */
    public function __construct(string $program, int $workers, array $options, array $environment)
    {
        $this->folder = sys_get_temp_dir() . '/lyo-kept-' . bin2hex(random_bytes(4));
        mkdir($this->folder);
        $this->address = "$this->folder/socket";
        file_put_contents("$this->folder/conf", <<<CONF
            [global]
            daemonize = no
            error_log = $this->folder/log
            [www]
            listen = $this->address
            pm = static
            pm.max_children = $workers
            clear_env = no
            catch_workers_output = yes
            CONF . (posix_getuid() === 0 ? "\nuser = root\ngroup = root\n" : "\n"));
        $command = [$program, '-n', '-F', ...(posix_getuid() === 0 ? ['-R'] : []), '-y', "$this->folder/conf", ...$options];
        $process = proc_open($command, [['file', '/dev/null', 'r'], ['file', "$this->folder/out", 'w'], ['file', "$this->folder/out", 'a']], $pipes, null, $environment + getenv());
        $this->process = $process === false ? throw new RuntimeException("cannot start $program") : $process;
        for ($try = 0; $try < 600 && @filetype($this->address) !== 'socket'; $try++) {
            usleep(50_000);
        }
    }

    /** The php-fpm of this version of PHP. */
    public static function program(): ?string
    {
        foreach (['php-fpm' . PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION, 'php-fpm'] as $name) {
            foreach ([dirname(PHP_BINARY), '/usr/sbin', '/usr/local/sbin', dirname(PHP_BINARY, 2) . '/sbin'] as $folder) {
                if (is_executable("$folder/$name") && str_contains((string) shell_exec(escapeshellarg("$folder/$name") . ' -n -v'), 'PHP ' . PHP_VERSION)) {
                    return "$folder/$name";
                }
            }
        }
        return null;
    }

    /** What a page prints; null: the worker has ended before it had answered. */
    public function get(string $script, string $query): ?string
    {
        $socket = @stream_socket_client("unix://$this->address", timeout: 30.0);
        if ($socket === false) {
            return null;
        }
        stream_set_timeout($socket, 60);
        $parameters = '';
        foreach (['SCRIPT_FILENAME' => $script, 'QUERY_STRING' => $query, 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/', 'SCRIPT_NAME' => '/page.php', 'SERVER_PROTOCOL' => 'HTTP/1.1'] as $name => $value) {
            $parameters .= chr(strlen($name)) . pack('N', strlen($value) | 0x80000000) . $name . $value;
        }
        fwrite($socket, self::record(1, pack('nCx5', 1, 0)) . self::record(4, $parameters) . self::record(4, '') . self::record(5, ''));
        $output = '';
        $ended = false;
        while (!$ended && ($head = (string) stream_get_contents($socket, 8)) !== '' && strlen($head) === 8) {
            $type = ord($head[1]);
            $size = ord($head[4]) << 8 | ord($head[5]);
            $content = (string) stream_get_contents($socket, $size + ord($head[6]));
            $output .= $type === 6 ? substr($content, 0, $size) : '';
            $ended = $type === 3;
        }
        fclose($socket);
        return $ended ? $output : null;
    }

    private static function record(int $type, string $content): string
    {
        return pack('CCnnxx', 1, $type, 1, strlen($content)) . $content;
    }

    /** @return list<int> process ids of the workers */
    public function workers(): array
    {
        $master = proc_get_status($this->process)['pid'];
        return array_map(intval(...), preg_split('/\s+/', trim((string) @file_get_contents("/proc/$master/task/$master/children")), -1, PREG_SPLIT_NO_EMPTY) ?: []);
    }

    /** How often a worker has ended by a signal that nobody has sent. */
    public function crashes(): int
    {
        return (int) preg_match_all('/signal (?!9|15)\d+/', @file_get_contents("$this->folder/log") . @file_get_contents("$this->folder/out"));
    }

    public function stop(): void
    {
        proc_terminate($this->process);
        proc_close($this->process);
        exec('rm -rf ' . escapeshellarg($this->folder));
    }
}
