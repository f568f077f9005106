<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Apps\WordPress;

use Predis\Client;
use RuntimeException;
use SimpleXMLElement;

/** WordPress' own tests of cache, options, meta and users, with every read from Redis: with our drop-in the same pass as with the plugin's. */
final class OwnTests
{
    private const TESTS = 1_500;
    private const HEADS = ['plain', 'lyo', 'lyo+zlib, library'];

    public function __construct(private readonly Site $site, private readonly Client $redis, private readonly string $phpunit, private readonly string $folder) {}

    /** @param array<string, Head> $heads */
    public function run(array $heads): void
    {
        if (!is_file($this->phpunit)) {
            echo "WordPress' own tests: SKIPPED, no PHPUnit 9 (make test-wordpress installs it)\n";
            return;
        }
        $this->site->readThroughRedis();
        $tests = "$this->folder/tests/tests/phpunit/tests";
        $configuration = '<phpunit bootstrap="' . __DIR__ . '/bootstrap.php" backupGlobals="false" cacheResult="false"><testsuites><testsuite name="WordPress">';
        foreach (['meta', 'option', 'user'] as $name) {
            $configuration .= "<directory suffix=\".php\">$tests/$name</directory>";
        }
        foreach (['cache', 'meta', 'user'] as $name) {
            $configuration .= "<file>$tests/$name.php</file>";
        }
        file_put_contents("$this->folder/phpunit.xml", "$configuration</testsuite></testsuites><groups><exclude><group>ms-required</group></exclude></groups></phpunit>");
        $plain = null;
        foreach (self::HEADS as $name) {
            [$passed, $others] = $this->results($heads[$name]);
            printf("WordPress' own tests, %s: %d passed, %d failed, %d skipped\n", $name, $passed, count($others) - count(array_keys($others, 'skipped', true)), count(array_keys($others, 'skipped', true)));
            $plain ??= $others;
            $difference = array_diff_assoc($others, $plain) + array_diff_assoc($plain, $others);
            if ($difference !== []) {
                throw new RuntimeException(count($difference) . " tests end otherwise than with the plugin's drop-in: " . json_encode($difference, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES));
            }
        }
    }

    /** @return array{int, array<string, string>} how many passed, and all others with what they are */
    private function results(Head $head): array
    {
        $this->redis->flushdb();
        $log = "$this->folder/junit.xml";
        [, $output] = $this->site->run($head, [$this->phpunit, '-c', "$this->folder/phpunit.xml", '--log-junit', $log], 'wptests_');
        $file = getenv('WORDPRESS_LOG');
        is_string($file) && file_put_contents("$file-$head->name.txt", $output);
        $xml = is_file($log) ? simplexml_load_file($log) : false;
        if (!$xml instanceof SimpleXMLElement) {
            throw new RuntimeException("$head->name: no results\n" . substr($output, -3_000));
        }
        $passed = 0;
        $others = [];
        foreach ($xml->xpath('//testcase') ?: [] as $case) {
            $state = match (true) {
                isset($case->error) => 'error',
                isset($case->failure) => 'failure',
                isset($case->warning) => 'warning',
                isset($case->skipped) => 'skipped',
                default => 'passed',
            };
            if ($state === 'passed') {
                $passed++;
            } else {
                $others["{$case['class']}::{$case['name']}"] = $state;
            }
        }
        unlink($log);
        $passed + count($others) >= self::TESTS || throw new RuntimeException("$head->name: only " . ($passed + count($others)) . " tests were run\n" . substr($output, -3_000));
        return [$passed, $others];
    }
}
