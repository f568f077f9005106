<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Packages;

use Lyo\Tests\Bridge\Servers;
use RuntimeException;

/** A package's own tests, in a copy of its folder with one version of the framework. */
final class Suite
{
    /** @param array<string, string> $constraints by those of its composer.json */
    public function __construct(string $package, private readonly string $folder, array $constraints, private readonly Composer $composer, private readonly string $extension)
    {
        Process::run('cp -a ' . escapeshellarg(dirname(__DIR__, 2) . "/$package") . ' ' . escapeshellarg($folder), '/');
        $description = (string) file_get_contents("$folder/composer.json");
        file_put_contents("$folder/composer.json", strtr($description, $constraints));
        Process::run('composer update --no-progress --no-plugins', $folder, $composer->environment);
    }

    /** With the extension and without it. */
    public function tests(): string
    {
        $said = [];
        $servers = new Servers($this->folder, ['redis-server']);
        $redis = $servers->variables()['BRIDGE_REDIS'] ?? null;
        $environment = $this->composer->environment + ['LYO_SO' => $this->extension] + ($redis === null ? [] : ['LYO_REDIS' => "redis://127.0.0.1:$redis"]);
        foreach (['with lyo.so' => ['-d', "extension=$this->extension"], 'library' => []] as $what => $options) {
            $output = Process::run(implode(' ', array_map(escapeshellarg(...), ['php', ...$options, 'vendor/bin/phpunit', '--colors=never'])), $this->folder, $environment);
            $said[] = "$what: " . (preg_match('/^OK(?:, but .*\n(?=Tests: ))?(.*)$/m', $output, $match) === 1 ? trim($match[1], ' ().') : throw new RuntimeException($output));
        }
        $servers->stop();
        return implode(', ', $said) . ($redis === null ? '; Redis SKIPPED, there is no redis-server' : '');
    }

    public function style(string ...$commands): string
    {
        foreach ($commands as $command) {
            Process::run($command, $this->folder, $this->composer->environment);
        }
        return 'no complaints';
    }
}
