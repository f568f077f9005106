<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge;

/** Starts the servers and the trials. */
final class Runner
{
    /** Script, and the projects that it is for: each is run with each that is installed and that this PHP can run. */
    private const TRIALS = [
        'Symfony/trial.php' => ['symfony-7', 'symfony-8'],
        'Symfony/pages.php' => ['symfony-6', 'symfony-7'], // the bundle of 8.1 needs symfony/polyfill-deepclone, which not every registry has
        'Symfony/heads.php' => ['symfony-7', 'symfony-8'],
        'Symfony/console.php' => ['symfony-6', 'symfony-7', 'symfony-8'],
        'Deploy/trial.php' => ['symfony-7', 'symfony-8'],
        'Laravel/trial.php' => ['laravel-12', 'laravel-13'],
        'Drupal/trial.php' => ['symfony-7'],
        'Drupal/heads.php' => ['symfony-7'],
        'Drupal/hosts.php' => ['symfony-7'],
        'Redis/trial.php' => ['clients'],
        'WordPress/trial.php' => ['clients'],
        'Others/trial.php' => ['clients'],
        'Reads/trial.php' => ['symfony-7', 'symfony-8', 'laravel-12', 'laravel-13', 'clients'],
        'Steps/trial.php' => ['symfony-7', 'laravel-12', 'laravel-13', 'drupal', 'drupal-site', 'clients'],
    ];
    /** Projects that use the packages of another one. */
    private const PACKAGES = ['drupal' => 'symfony-7', 'drupal-site' => 'symfony-7'];
    /** Tests that start PHP with and without lyo.so themselves. */
    private const ONCE = ['Deploy/trial.php', 'Drupal/hosts.php', 'Reads/trial.php', 'Steps/trial.php'];
    /** Modules of both; "?" may be missing. */
    private const MODULES = ['ctype', 'tokenizer', 'mbstring', 'posix', 'pcntl', 'pdo', '?pdo_sqlite', '?mysqlnd', '?pdo_mysql'];
    /** Debian's redis and memcached do not load without igbinary and msgpack. */
    private const CLIENTS = ['igbinary', '?msgpack', '?apcu', '?redis', '?memcached'];

    private string $build;

    /** @param list<string> $names */
    public function main(array $names): int
    {
        $this->build = (string) realpath(getenv('BUILD') ?: 'build');
        $folder = sys_get_temp_dir() . '/lyo-bridges-' . getmypid();
        mkdir($folder, 0700);
        $servers = new Servers($folder);
        foreach ($servers->missing() as $program) {
            echo "bridges: what needs $program is SKIPPED (bin/setup bridges installs it)\n";
        }
        $run = $failed = 0;
        foreach (self::TRIALS as $script => $projects) {
            foreach ($projects as $project) {
                if ($names !== [] && array_filter($names, static fn(string $name): bool => str_contains("$project $script", $name)) === []) {
                    continue;
                }
                if (!$this->usable($project)) {
                    echo "bridges: $project SKIPPED, not for PHP ", PHP_MAJOR_VERSION, '.', PHP_MINOR_VERSION, " or not installed (make test-bridges does it)\n";
                    continue;
                }
                foreach (['with lyo.so' => [...self::CLIENTS, "$this->build/lyo.so"], 'library' => []] as $what => $modules) {
                    if ($modules !== [] && in_array($script, self::ONCE, true)) {
                        continue;
                    }
                    $run++;
                    $failed += $this->trial($script, [...self::MODULES, ...$modules], ['BRIDGE_PROJECT' => self::PACKAGES[$project] ?? $project, 'BRIDGE_OF' => $project, 'BRIDGE_WITH' => $what] + $servers->variables()) ? 0 : 1;
                }
            }
        }
        $servers->stop();
        exec('rm -rf ' . escapeshellarg($folder));
        printf("bridges: %d trials, %d failed\n", $run, $failed);
        return $failed === 0 && $run > 0 ? 0 : 1;
    }

    private function usable(string $project): bool
    {
        $project = self::PACKAGES[$project] ?? $project;
        $check = "$this->build/bridges/$project/vendor/composer/platform_check.php";
        if (!is_file($check)) {
            return false;
        }
        return preg_match('/PHP_VERSION_ID >= (\d+)/', (string) file_get_contents($check), $match) !== 1 || PHP_VERSION_ID >= (int) $match[1];
    }

    /**
     * @param list<string> $modules
     * @param array<string, string> $environment
     */
    private function trial(string $script, array $modules, array $environment): bool
    {
        $command = [...self::php(getenv('BRIDGE_COVERAGE') === false ? $modules : [...$modules, 'pcov']), __DIR__ . '/' . $script];
        $process = proc_open($command, [['file', '/dev/null', 'r']], $pipes, null, $environment + getenv());
        $status = $process === false ? -1 : proc_close($process);
        if ($status !== 0) {
            echo "bridges: $script of {$environment['BRIDGE_PROJECT']}, {$environment['BRIDGE_WITH']}, FAILED with status $status\n";
        }
        return $status === 0;
    }

    /**
     * A command for PHP with these modules, without those that are built in and those with "?" that are missing.
     *
     * @param list<string> $modules
     * @return list<string>
     */
    public static function php(array $modules): array
    {
        $command = [PHP_BINARY, '-n', '-d', 'memory_limit=1G', '-d', 'display_errors=stderr', '-d', 'apc.enable_cli=1'];
        $builtIn = preg_split('/\R/', strtolower((string) shell_exec(escapeshellarg(PHP_BINARY) . ' -n -m'))) ?: [];
        foreach ($modules as $module) {
            $name = ltrim($module, '?');
            $there = str_contains($name, '/') || is_file(ini_get('extension_dir') . "/$name.so");
            if (!in_array($name, $builtIn, true) && ($there || $name === $module)) {
                array_push($command, '-d', "extension=$name");
            }
        }
        return $command;
    }
}
