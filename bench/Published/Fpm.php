<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Bench\Published;

use RuntimeException;

/** A php-fpm with opcache, igbinary and Lyo, on a socket of its own. It ends with this PHP at the latest. */
final class Fpm
{
    private const CHILDREN = 4;

    /** By default opcache does not cache very new files. These never change. */
    private const SETTINGS = ['opcache.enable' => '1', 'opcache.validate_timestamps' => '0', 'opcache.file_update_protection' => '0', 'memory_limit' => '-1', 'display_errors' => '0', 'log_errors' => '1'];

    /** @var resource */
    private $process;

    private readonly string $socket;

    /**
     * @param string $folder for its socket, its configuration and its log
     * @param array<string, string> $settings of PHP
     */
    public function __construct(private readonly string $folder, array $settings = [])
    {
        $program = self::program() ?? throw new RuntimeException('there is no php-fpm of PHP ' . PHP_VERSION);
        $name = $folder . '/fpm-' . bin2hex(random_bytes(4));
        $this->socket = "$name.socket";
        $isRoot = exec('id -u') === '0';
        $lines = ['[global]', "error_log = $name.log", '[www]', "listen = $this->socket", 'pm = static', 'pm.max_children = ' . self::CHILDREN, 'request_terminate_timeout = 60s'];
        if ($isRoot) {
            array_push($lines, 'user = root', 'group = root');
        }
        file_put_contents("$name.conf", implode("\n", $lines) . "\n");
        $command = [$program, '-n', '-F', ...($isRoot ? ['-R'] : []), '-y', "$name.conf", ...self::modules()];
        foreach ($settings + self::SETTINGS + ['error_log' => "$name.errors"] as $key => $value) {
            array_push($command, '-d', "$key=$value");
        }
        $null = ['file', '/dev/null', 'w'];
        $process = proc_open($command, [['file', '/dev/null', 'r'], $null, $null], $pipes);
        $this->process = $process === false ? throw new RuntimeException('cannot start php-fpm') : $process;
        register_shutdown_function($this->stop(...));
        for ($i = 0; $i < 500; $i++) {
            $connection = @stream_socket_client("unix://$this->socket");
            if ($connection !== false) {
                fclose($connection);

                return;
            }
            usleep(10_000);
        }
        $this->stop();
        throw new RuntimeException("php-fpm does not answer: " . @file_get_contents("$name.log"));
    }

    /** The php-fpm of this PHP's version, if there is one. */
    public static function program(): ?string
    {
        $name = 'php-fpm' . PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION;
        foreach ([...explode(':', (string) getenv('PATH')), '/usr/sbin', '/usr/local/sbin', dirname(PHP_BINARY, 2) . '/sbin'] as $directory) {
            foreach ([$name, 'php-fpm'] as $program) {
                $version = is_executable("$directory/$program") ? exec(escapeshellarg("$directory/$program") . ' -n -v 2>/dev/null | head -n 1') : false;
                if ($version !== false && str_starts_with($version, 'PHP ' . PHP_VERSION . ' ')) {
                    return "$directory/$program";
                }
            }
        }

        return null;
    }

    /** The reason why pages cannot be measured, or null. */
    public static function missing(): ?string
    {
        $program = self::program();

        return match (true) {
            $program === null => 'there is no php-fpm of PHP ' . PHP_VERSION,
            !self::takesModules($program) => 'php-fpm is of another build than PHP, so it cannot load its modules',
            PHP_VERSION_ID < 80500 && !is_file(self::extensions() . '/opcache.so') => 'there is no opcache',
            default => null,
        };
    }

    private static function takesModules(string $program): bool
    {
        $build = exec(escapeshellarg($program) . " -n -i 2>/dev/null | grep '^PHP Extension Build'");

        return $build !== false && str_ends_with($build, ',' . (PHP_ZTS === 1 ? 'TS' : 'NTS') . (PHP_DEBUG ? ',debug' : ''));
    }

    public static function hasIgbinary(): bool
    {
        return extension_loaded('igbinary') && is_file(self::extensions() . '/igbinary.so');
    }

    private static function extensions(): string
    {
        return (string) ini_get('extension_dir');
    }

    /** @return list<string> arguments of PHP */
    private static function modules(): array
    {
        $build = getenv('BUILD') ?: 'build';
        $lyo = (str_starts_with($build, '/') ? $build : dirname(__DIR__, 2) . '/' . $build) . '/lyo.so';
        $modules = ['-d', 'extension_dir=' . self::extensions(), '-d', "extension=$lyo", ...(self::hasIgbinary() ? ['-d', 'extension=igbinary'] : [])];

        // PHP 8.5 and newer have it built in
        return is_file(self::extensions() . '/opcache.so') ? [...$modules, '-d', 'zend_extension=opcache'] : $modules;
    }

    /** @param array<string, string> $query */
    public function send(string $script, array $query): FpmRequest
    {
        return new FpmRequest($this->socket, $script, http_build_query($query), $this->errors(...));
    }

    private function errors(): string
    {
        return implode('', array_map(static fn(string $file): string => (string) file_get_contents($file), glob("$this->folder/fpm-*.errors") ?: []));
    }

    public function stop(): void
    {
        if (is_resource($this->process)) {
            proc_terminate($this->process);
            proc_close($this->process);
        }
    }
}
