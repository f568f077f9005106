<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Apps;

use Closure;
use DOMDocument;
use DOMElement;
use Lyo\Tests\Bridge\Runner;
use Lyo\Tests\Bridge\Servers;
use RuntimeException;

/**
 * A framework's own tests, run with its own classes and then with ours instead. A test that passes with its classes must pass with ours,
 * except for known differences, each with its reason.
 */
final class Suite
{
    /** Many of the tests only wait until something has expired. */
    private const AT_A_TIME = 8;
    private const MODULES = ['ctype', 'tokenizer', 'mbstring', 'dom', 'xml', 'xmlwriter', 'posix', 'pdo', '?pdo_sqlite', '?apcu', '?phar', 'igbinary', '?msgpack', '?redis', '?memcached'];

    /** How often a file is run again, alone, because a result of it may be one of a busy machine. */
    private const AGAIN = 2;

    private int $faults = 0;
    private static int $runs = 0;
    /** @var array<string, string> by test: its file */
    private array $fileOf = [];

    /**
     * @param string $project folder with the Composer project that has PHPUnit
     * @param list<string> $files of tests
     * @param array<string, string> $differences pattern of "VARIANT: CLASS::TEST" => why it has another result with our classes
     * @param list<string> $arguments of PHPUnit
     */
    public function __construct(
        private readonly string $name,
        private readonly string $folder,
        private readonly string $project,
        private readonly array $files,
        private readonly array $differences,
        private readonly array $arguments,
    ) {}

    /**
     * @param array<string, array<string, string>> $variants name => environment for the process; the first is the framework as it comes
     * @param Closure(string, string): string $file the file of tests, as the variant has it
     */
    public function run(array $variants, Closure $file): bool
    {
        $plain = null;
        foreach ($variants as $variant => $environment) {
            $results = $this->results($variant, $environment, $file, $this->files, self::AT_A_TIME);
            for ($again = 0; $again < self::AGAIN; $again++) {
                $unexpected = array_filter($results, fn(string $result, string $test): bool => $plain === null ? $result === 'failed' : $result !== ($plain[$test] ?? null) && $this->known("$variant: $test") === null, ARRAY_FILTER_USE_BOTH);
                $results = $this->results($variant, $environment, $file, array_values(array_unique(array_intersect_key($this->fileOf, $unexpected))), 1) + $results;
            }
            $passed = count(array_keys($results, 'passed', true));
            $skipped = count(array_keys($results, 'skipped', true));
            $line = sprintf('%s, %s: %d tests in %d files, %d passed, %d skipped, %d not passed', $this->name, $variant, count($results), count($this->files), $passed, $skipped, count($results) - $passed - $skipped);
            if ($plain === null) {
                $failed = array_keys($results, 'failed', true);
                echo $line, $failed === [] ? '' : ":\n    " . implode("\n    ", $failed), "\n";
                $plain = $results;
                $passed > 50 || $this->fault("$this->name: fewer tests than planned");
                continue;
            }
            $different = [];
            foreach ($results + array_fill_keys(array_keys($plain), 'not run') as $test => $result) {
                if (($plain[$test] ?? 'not there') !== $result) {
                    $different[] = "$test is $result, as it comes " . ($plain[$test] ?? 'not there') . ': ' . $this->reason("$variant: $test");
                }
            }
            echo $line, $different === [] ? ', all as without our classes' : '; ' . count($different) . " not as without our classes:\n    " . implode("\n    ", $different), "\n";
        }
        return $this->faults === 0;
    }

    private function reason(string $test): string
    {
        $reason = $this->known($test);
        $reason !== null || $this->fault("$this->name: $test");
        return $reason ?? 'NOT KNOWN';
    }

    private function known(string $test): ?string
    {
        foreach ($this->differences as $pattern => $reason) {
            if (preg_match($pattern, $test) === 1) {
                return $reason;
            }
        }
        return null;
    }

    private function fault(string $fault): void
    {
        $this->faults++;
        echo "FAULT $fault\n";
    }

    /**
     * @param array<string, string> $environment
     * @param Closure(string, string): string $file
     * @param list<string> $waiting files of tests
     *
     * @return array<string, string> by test: passed, failed, skipped
     */
    private function results(string $variant, array $environment, Closure $file, array $waiting, int $atATime): array
    {
        $running = $results = [];
        while ($waiting !== [] || $running !== []) {
            while ($waiting !== [] && count($running) < $atATime) {
                $test = array_shift($waiting);
                $running[$test] = $this->start($file($test, $variant), $test, $environment);
            }
            usleep(50_000);
            foreach ($running as $test => [$process, $servers, $place]) {
                if (!proc_get_status($process)['running']) {
                    proc_close($process);
                    $servers->stop();
                    $of = self::read("$place/junit.xml") ?: self::skipped($test, (string) @file_get_contents("$place/output"));
                    $of !== [] || $this->fault("$this->name, $variant: $test ended without a result: " . substr((string) @file_get_contents("$place/output"), -500));
                    $results += $of;
                    $this->fileOf += array_fill_keys(array_keys($of), $test);
                    unset($running[$test]);
                }
            }
        }
        return $results;
    }

    /**
     * @param array<string, string> $environment
     *
     * @return array{resource, Servers, string}
     */
    private function start(string $file, string $test, array $environment): array
    {
        $place = "$this->folder/run-" . self::$runs++;
        mkdir("$place/tmp", 0700, true);
        // Servers of its own: tests clear them.
        $servers = new Servers($place, [...preg_match('/redis/i', $test) === 1 ? ['redis-server'] : [], ...preg_match('/memcache/i', $test) === 1 ? ['memcached'] : []]);
        $ports = $servers->variables() + ['BRIDGE_REDIS' => '1', 'BRIDGE_MEMCACHED' => '1'];
        $command = [
            ...Runner::php([...self::MODULES, ...($environment['APPS_MODULE'] ?? '') === '' ? [] : [$environment['APPS_MODULE']]]), '-d', 'lyo.unserialize_reads=' . ($environment['APPS_READS'] ?? ''), '-d', "sys_temp_dir=$place/tmp",
            "$this->project/vendor/bin/phpunit", ...$this->arguments, '--bootstrap', __DIR__ . '/bootstrap.php', '--do-not-cache-result', '--colors=never', '--log-junit', "$place/junit.xml", $file,
        ];
        $log = ['file', "$place/output", 'w'];
        $process = proc_open($command, [['file', '/dev/null', 'r'], $log, $log], $pipes, $this->folder, $environment + [
            'APPS_FOLDER' => $this->folder, 'APPS_PROJECT' => $this->project,
            'REDIS_HOST' => "127.0.0.1:{$ports['BRIDGE_REDIS']}", 'MEMCACHED_HOST' => "127.0.0.1:{$ports['BRIDGE_MEMCACHED']}",
        ] + getenv());
        return [$process ?: throw new RuntimeException("cannot start PHPUnit for $test"), $servers, $place];
    }

    /**
     * A class that skips all of its tests is not in the log of results.
     *
     * @return array<string, string>
     */
    private static function skipped(string $test, string $output): array
    {
        $all = preg_match('/^Tests: (\d+),.* Skipped: \1\.$/m', $output, $match) === 1 ? (int) $match[1] : 0;
        $results = [];
        for ($i = 0; $i < $all; $i++) {
            $results[basename($test) . " $i"] = 'skipped';
        }
        return $results;
    }

    /** @return array<string, string> */
    private static function read(string $file): array
    {
        $document = new DOMDocument();
        if (!is_file($file) || !@$document->load($file, LIBXML_PARSEHUGE)) {
            return [];
        }
        $results = [];
        foreach ($document->getElementsByTagName('testcase') as $case) {
            $result = 'passed';
            foreach ($case->childNodes as $child) {
                if ($child instanceof DOMElement) {
                    $result = match ($child->tagName) {
                        'error', 'failure' => 'failed',
                        'skipped' => 'skipped',
                        default => $result,
                    };
                }
            }
            $results[$case->getAttribute('class') . '::' . $case->getAttribute('name')] = $result;
        }
        return $results;
    }
}
