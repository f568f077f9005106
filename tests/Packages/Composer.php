<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Packages;

use RuntimeException;

/**
 * What Composer meets on the machine of a user, in a folder of its own: a repository with the packages of this tree, which stands in for
 * Packagist and is set once for all projects, and a server for Symfony's recipes where the real one cannot be reached.
 */
final class Composer
{
    /** Folders of the packages, and what of them is in a release. */
    private const PACKAGES = [
        '.' => ['src', 'composer.json', 'README.md', 'CHANGELOG.md', 'LICENSE'],
        'cli' => ['src', 'bin', 'composer.json', 'README.md', 'LICENSE'],
        'packages/drupal' => ['src', 'bridge', 'config', 'recipes', 'lyo.info.yml', 'lyo.install', 'lyo.links.menu.yml', 'lyo.routing.yml', 'lyo.services.yml', 'composer.json', 'README.md', 'LICENSE'],
        'packages/laravel' => ['src', 'config', 'database', 'composer.json', 'README.md', 'LICENSE'],
        'packages/symfony-bundle' => ['src', 'config', 'templates', 'composer.json', 'README.md', 'LICENSE'],
    ];
    private const RECIPES = 'https://raw.githubusercontent.com/symfony/recipes/flex/main/index.json';

    /** @var resource|null */
    private $server = null;
    /** @var array<string, string> variables of the environment for all commands */
    public readonly array $environment;

    public function __construct(private readonly string $folder)
    {
        is_dir("$folder/home") || mkdir("$folder/home", 0700, true);
        self::repository("$folder/repository");
        $recipes = @file_get_contents(self::RECIPES, context: stream_context_create(['http' => ['timeout' => 5]])) === false ? $this->recipes() : null;
        $this->environment = ['COMPOSER_HOME' => "$folder/home", 'COMPOSER_ALLOW_SUPERUSER' => '1', 'COMPOSER_NO_INTERACTION' => '1', 'COMPOSER_NO_AUDIT' => '1']
            + ($recipes === null ? [] : ['SYMFONY_ENDPOINT' => $recipes]) + ['COMPOSER_CACHE_DIR' => trim((string) shell_exec('composer config --global cache-dir 2>/dev/null'))];
        file_put_contents("$folder/home/config.json", json_encode([
            'config' => ['secure-http' => false],
            'repositories' => ['lyo' => ['type' => 'composer', 'url' => "file://$folder/repository"]],
        ], JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES));
    }

    /** Tells whether packages can be had at all. */
    public static function reachable(): bool
    {
        exec('COMPOSER_ALLOW_SUPERUSER=1 composer show --no-interaction --all symfony/flex 2>&1', $lines, $status);
        return $status === 0;
    }

    public function stop(): void
    {
        if ($this->server !== null) {
            proc_terminate($this->server);
            proc_close($this->server);
            $this->server = null;
        }
    }

    /** Packs each package as a release, and lists them in packages.json. */
    public static function repository(string $repository): void
    {
        $root = dirname(__DIR__, 2);
        is_dir($repository) || mkdir($repository);
        $packages = [];
        foreach (self::PACKAGES as $from => $files) {
            $description = json_decode((string) file_get_contents("$root/$from/composer.json"), true, flags: JSON_THROW_ON_ERROR);
            if (!is_array($description) || !is_string($name = $description['name'] ?? null) || !is_string($version = $description['version'] ?? null)) {
                throw new RuntimeException("$from/composer.json has no name or no version");
            }
            $archive = $repository . '/' . strtr($name, '/', '-') . '.tar';
            exec('tar -cf ' . escapeshellarg($archive) . ' --transform=s,^,package/, -C ' . escapeshellarg("$root/$from") . ' ' . implode(' ', array_map(escapeshellarg(...), $files)), $lines, $status);
            $status === 0 || throw new RuntimeException("$from cannot be packed");
            unset($description['require-dev'], $description['autoload-dev']);
            $packages[$name][$version] = ['dist' => ['type' => 'tar', 'url' => "file://$archive", 'shasum' => sha1_file($archive)]] + $description;
        }
        file_put_contents("$repository/packages.json", json_encode(['packages' => $packages], JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES));
    }

    /** Starts a server for recipes, and returns its address. */
    private function recipes(): string
    {
        $address = Process::address();
        $server = proc_open([PHP_BINARY, '-n', '-S', $address, __DIR__ . '/flex-server.php'], [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', "$this->folder/recipes.log", 'w']], $pipes);
        $this->server = $server === false ? throw new RuntimeException('no server for recipes') : $server;
        Process::await($address);
        echo "packages: Symfony's recipes cannot be reached, those of tests/Packages/recipes.json stand in\n";
        return "http://$address";
    }
}
