<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Corpus;

use FilesystemIterator;
use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;
use RuntimeException;
use SplFileInfo;
use Symfony\Component\Console\Output\OutputInterface;

/** One application of the corpus: what it is in the tree, and its copy with the packages that it needs, where its values go. */
final readonly class Project
{
    /** What the applications may use. intl is not among them: its data is another in each release of ICU. */
    private const MODULES = ['ctype', 'mbstring', 'tokenizer', 'dom', 'xml', 'simplexml', 'pdo', 'pdo_sqlite'];

    private string $root;

    private function __construct(public string $name, private string $directory)
    {
        $this->root = dirname(__DIR__);
    }

    /** @return list<self> */
    public static function all(string $directory): array
    {
        $folders = glob(__DIR__ . '/applications/*', GLOB_ONLYDIR);

        return array_map(static fn(string $folder): self => new self(basename($folder), $directory), $folders === false ? [] : $folders);
    }

    /** Copies the application and installs the versions of its lock file, unless they are there. */
    public function install(OutputInterface $output): void
    {
        $target = $this->directory . '/' . $this->name;
        $lock = __DIR__ . '/applications/' . $this->name . '/composer.lock';
        $installed = is_file($lock) ? hash_file('sha256', $lock) . hash_file('sha256', dirname($lock) . '/composer.json') : '';
        $mark = $target . '/vendor/installed';
        $this->copy($target);
        if ($installed === '' || (is_file($mark) && file_get_contents($mark) === $installed)) {
            return;
        }
        $output->writeln("<fg=gray>packages of $this->name ...</>");
        // The lock file names versions and no addresses: these are the registry's that Composer knows here.
        $this->run(['composer', 'update', '--lock', '--no-interaction', '--no-progress', '--ignore-platform-reqs', '--optimize-autoloader'], $target, ['COMPOSER_ALLOW_SUPERUSER' => '1'] + getenv());
        $this->compare($lock, $target . '/composer.lock');
        file_put_contents($mark, $installed);
    }

    /** @return list<string> lines of the manifest */
    public function record(): array
    {
        $php = trim($this->run([$this->root . '/tools/php.sh', ...self::MODULES], $this->root, getenv()));
        $settings = ['memory_limit=4G', 'date.timezone=UTC', 'precision=14', 'serialize_precision=-1', 'display_errors=stderr', 'zend.assertions=-1', 'zend.exception_ignore_args=1'];
        $command = explode(' ', $php);
        foreach ($settings as $setting) {
            array_push($command, '-d', $setting);
        }
        $lines = explode("\n", trim($this->run([...$command, __DIR__ . '/record.php', $this->name, $this->directory], $this->directory . '/' . $this->name, ['PATH' => (string) getenv('PATH')])));

        return array_values(array_filter($lines, static fn(string $line): bool => $line !== ''));
    }

    /** Makes the lock file anew, with the newest versions that composer.json allows: names and versions, no addresses. */
    public function lock(): void
    {
        if (!is_file(__DIR__ . '/applications/' . $this->name . '/composer.json')) {
            return;
        }
        $this->copy($target = $this->directory . '/' . $this->name);
        @unlink($target . '/composer.lock');
        $this->run(['composer', 'update', '--no-install', '--no-interaction', '--no-progress', '--ignore-platform-req=ext-*'], $target, ['COMPOSER_ALLOW_SUPERUSER' => '1'] + getenv());
        $lock = self::json($target . '/composer.lock');
        $lock['packages'] = array_map(
            static fn(string $name, string $version): array => ['name' => $name, 'version' => $version],
            array_keys($versions = self::versions($target . '/composer.lock')),
            $versions,
        );
        file_put_contents(__DIR__ . "/applications/$this->name/composer.lock", json_encode($lock, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR) . "\n");
    }

    private function compare(string $wanted, string $installed): void
    {
        $difference = array_diff_assoc(self::versions($installed), self::versions($wanted)) + array_diff_assoc(self::versions($wanted), self::versions($installed));
        if ($difference !== []) {
            throw new RuntimeException("$this->name has other versions than $wanted names: " . implode(', ', array_keys($difference)));
        }
    }

    /** @return array<string, string> by package */
    private static function versions(string $lock): array
    {
        $packages = self::json($lock)['packages'] ?? null;
        $versions = [];
        foreach (is_array($packages) ? $packages : [] as $package) {
            if (is_array($package) && is_string($package['name'] ?? null) && is_string($package['version'] ?? null)) {
                $versions[$package['name']] = $package['version'];
            }
        }

        return $versions;
    }

    /** @return array<mixed> */
    private static function json(string $file): array
    {
        $json = json_decode((string) file_get_contents($file), true, 64, JSON_THROW_ON_ERROR);

        return is_array($json) ? $json : throw new RuntimeException("$file holds no object");
    }

    private function copy(string $target): void
    {
        is_dir($target) || mkdir($target, recursive: true);
        array_map(unlink(...), glob($target . '/*.ser') ?: []);
        $source = __DIR__ . '/applications/' . $this->name;
        foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator($source, FilesystemIterator::SKIP_DOTS), RecursiveIteratorIterator::SELF_FIRST) as $file) {
            if (!$file instanceof SplFileInfo) {
                continue;
            }
            $copy = $target . substr($file->getPathname(), strlen($source));
            if ($file->isDir()) {
                is_dir($copy) || mkdir($copy);
            } elseif (!copy($file->getPathname(), $copy)) {
                throw new RuntimeException('cannot write ' . $copy);
            }
        }
    }

    /**
     * @param list<string> $command
     * @param array<string, string> $environment
     */
    private function run(array $command, string $folder, array $environment): string
    {
        $errors = tmpfile();
        $process = $errors === false ? false : proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], $errors], $pipes, $folder, $environment);
        if ($errors === false || $process === false) {
            throw new RuntimeException("cannot start $command[0]");
        }
        $printed = (string) stream_get_contents($pipes[1]);
        $status = proc_close($process);
        if ($status !== 0) {
            rewind($errors);
            throw new RuntimeException("$this->name: $command[0] ended with status $status\n" . $printed . stream_get_contents($errors));
        }

        return $printed;
    }
}
