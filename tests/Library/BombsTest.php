<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library;

use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

use function array_filter;
use function array_map;
use function array_unique;
use function count;
use function explode;
use function is_resource;
use function preg_match;
use function proc_close;
use function proc_open;
use function sprintf;
use function str_starts_with;
use function stream_get_contents;

/** Data that ask for much: bombs.php reads them in a process of its own, so that a fatal error is seen. */
final class BombsTest extends TestCase
{
    /** Bytes of a bomb, most of them. */
    private const SIZE = 100_000;
    /** Memory that 4,096 levels of calls take in PHP, whatever the data. */
    private const LEVELS = 16 << 20;
    /** Seconds of the processor for all of them. They take about ten. */
    private const SECONDS = 240;

    /** @var list<array{string, string, int, string, int, int}> of the one run */
    private static array $results = [];

    /** @return list<array{string, string, int, string, int, int}> bomb, way, bytes, outcome, most bytes of memory, milliseconds */
    private function results(): array
    {
        if (self::$results !== []) {
            return self::$results;
        }
        $process = proc_open(
            [PHP_BINARY, '-n', '-d', 'memory_limit=128M', '-d', 'max_execution_time=' . self::SECONDS, __DIR__ . '/bombs.php', (string) self::SIZE],
            [1 => ['pipe', 'w'], 2 => ['pipe', 'w']],
            $pipes,
        );
        self::assertTrue(is_resource($process));
        $output = (string) stream_get_contents($pipes[1]);
        $output .= (string) stream_get_contents($pipes[2]);
        $status = proc_close($process);
        $results = [];
        foreach (explode("\n", $output) as $line) {
            $parts = explode("\t", $line);
            if (count($parts) === 6) {
                $results[] = [$parts[0], $parts[1], (int) $parts[2], $parts[3], (int) $parts[4], (int) $parts[5]];
            } elseif ($line !== '') {
                self::fail(sprintf('%s, after %d results, the last one %s', $line, count($results), $results === [] ? 'none' : $results[count($results) - 1][0] . ', ' . $results[count($results) - 1][1]));
            }
        }
        self::assertSame(0, $status, $output);
        return self::$results = $results;
    }

    #[Test]
    public function bombs_are_read_or_refused_within_limits_of_memory_and_depth(): void
    {
        $results = $this->results();
        $bombs = count(array_unique(array_map(static fn(array $result): string => $result[0], $results)));
        self::assertGreaterThanOrEqual(90, $bombs); // three more where there is zlib
        self::assertCount(9 * $bombs, $results);
        foreach ($results as [$name, $way, $bytes, $outcome, $peak]) {
            // an Error would be a fault of ours
            self::assertSame(0, preg_match('/: /', $outcome), "$name, $way: $outcome");
            $each = match (true) {
                $way === 'detect' || $way === 'guess' => 36, // one copy for each payload inside another
                $way === 'dump' => $name === 'lyo: a constant' ? 1600 : 800, // a constant has more cells than bytes
                default => 400,
            };
            $elements = $name === 'lyo: arrays that double to 260,000 elements' ? 128 * 262_144 : 0; // they are written out
            self::assertLessThan(self::LEVELS + $each * $bytes + $elements, $peak, "$name, $way: $peak bytes of memory for $bytes");
        }
        // beside these there are those that are refused
        $read = array_filter($results, static fn(array $result): bool => $result[1] === 'to native' && str_starts_with($result[3], 'text of'));
        self::assertGreaterThan(20, count($read));
    }

    #[Test]
    public function depth_ends_at_4096_levels_in_each_form(): void
    {
        $outcomes = [];
        foreach ($this->results() as [$name, $way, , $outcome]) {
            $outcomes[$name][$way] = $outcome;
        }
        $checked = 0;
        foreach (['session of php', 'session of php_binary'] as $form) {
            foreach (['arrays', 'arrays without an end', 'objects', 'payloads', 'payloads of arrays'] as $deep) {
                self::assertSame('nothing', $outcomes["$form: $deep"]['detect'], "$form: $deep");
                self::assertSame('Lyo\Bridge\Miss', $outcomes["$form: $deep"]['unpack']);
                $checked++;
            }
            foreach (['4,000 arrays, often', '30 payloads', '32 payloads around much'] as $bearable) {
                self::assertStringStartsWith('session-php', $outcomes["$form: $bearable"]['detect'], "$form: $bearable");
                $checked++;
            }
        }
        $deep = [
            'native: arrays', 'native: arrays without an end', 'native: objects', 'native: payloads', 'igbinary 1: arrays', 'igbinary 2: arrays', 'igbinary 2: objects',
            'igbinary 2: references of arrays', 'igbinary 2: a payload in which payloads are', 'msgpack: lists', 'msgpack: maps', 'msgpack: objects', 'json: lists', 'json: objects', 'var_export: arrays', 'var_export: brackets', 'wddx: arrays',
            'lyo: lists', 'lyo: maps', 'lyo: records', 'lyo: open objects', 'lyo: a custom payload in which payloads are', 'carrier: lists', 'tag-aware: in each other',
        ];
        foreach ($deep as $name) {
            foreach (['to native', 'to lyo', 'to igbinary', 'dump'] as $way) {
                self::assertStringStartsWith('Lyo\Exception\\', $outcomes[$name][$way], "$name, $way");
                $checked++;
            }
        }
        self::assertSame(2 * 8 + 4 * 24, $checked);
    }
}
