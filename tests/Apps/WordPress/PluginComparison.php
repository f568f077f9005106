<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Apps\WordPress;

use Lyo\Tests\Bridge\Servers;
use Predis\Client;
use RuntimeException;

/** WordPress' own code with Redis Object Cache, with its drop-in and with ours. */
final class PluginComparison
{
    private const PARTS = ['strings', 'pages', 'tests'];

    private readonly string $build;

    public function __construct()
    {
        $this->build = (string) realpath(getenv('BUILD') ?: 'build');
    }

    /** @param list<string> $parts */
    public function main(array $parts): int
    {
        if (Site::archives() === []) {
            echo "WordPress: SKIPPED, no archives of WordPress, its tests and Redis Object Cache in ../shared/apps (LYO_APPS names another folder)\n";
            return 0;
        }
        $folder = sys_get_temp_dir() . '/lyo-wordpress-' . getmypid();
        mkdir($folder, 0700);
        $servers = new Servers($folder, ['redis-server', 'mariadbd']);
        try {
            $missing = [...$servers->missing(), ...Site::missing()];
            if ($missing !== []) {
                echo 'WordPress: SKIPPED, no ', implode(', ', $missing), " (bin/setup bridges installs them)\n";
                return 0;
            }
            $site = new Site($folder, $servers->variables());
            require "$folder/redis-cache/dependencies/predis/predis/autoload.php";
            $redis = new Client(['host' => '127.0.0.1', 'port' => (int) $servers->variables()['BRIDGE_REDIS']]);
            $site->command(new Head('plain'), 'install');
            foreach ($parts === [] ? self::PARTS : $parts as $part) {
                match ($part) {
                    'strings' => (new Strings($site, $redis))->run($this->heads()),
                    'pages' => (new Pages($site, $redis))->run($this->heads()),
                    'tests' => (new OwnTests($site, $redis, "$this->build/apps/wordpress/vendor/bin/phpunit", $folder))->run($this->heads()),
                    default => throw new RuntimeException("No part $part: " . implode(', ', self::PARTS)),
                };
            }
            return 0;
        } catch (RuntimeException $e) {
            echo "WordPress: FAILED, {$e->getMessage()}\n";
            return 1;
        } finally {
            $servers->stop();
            exec('rm -rf ' . escapeshellarg($folder));
        }
    }

    /** @return array<string, Head> */
    private function heads(): array
    {
        $heads = [
            new Head('plain'),
            new Head('native', 'native'),
            new Head('igbinary', 'igbinary', ["$this->build/lyo.so"]),
            new Head('lyo', 'lyo', ["$this->build/lyo.so"]),
            new Head('lyo, library', 'lyo'),
            new Head('lyo+zlib, library', 'lyo', compress: 'zlib'),
        ];
        return array_combine(array_column($heads, 'name'), $heads);
    }
}
