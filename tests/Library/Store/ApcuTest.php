<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Store;

use PHPUnit\Framework\Attributes\CoversNothing;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

/** Runs in its own PHP, because APCu must be enabled before PHP starts. */
#[CoversNothing]
final class ApcuTest extends TestCase
{
    #[Test]
    public function values_that_processes_share_are_read(): void
    {
        $root = dirname(__DIR__, 3);
        $modules = trim((string) shell_exec(escapeshellarg("$root/tools/php.sh") . ' "?apcu"'));
        if (!str_contains($modules, 'apcu')) {
            self::markTestSkipped('APCu SKIPPED, this PHP has no apcu');
        }
        $code = 'require "vendor/autoload.php"; apcu_store("a", "text"); apcu_store("b", [1, 2], 100); $store = new Lyo\Tools\Store\Apcu();'
            . 'foreach ($store->items() as $item) { $entry = $item->read(); $all[$item->key] = [$entry->data, $entry->milliseconds, $entry->origin->name, $item->bytes > 0]; } ksort($all);'
            . 'try { $store->replace($store->get("a"), "x"); } catch (Lyo\Tools\Store\NotWritable $e) { $all[] = $e->getMessage(); } $all[] = $store->get("c"); echo json_encode($all);';
        $words = array_slice(explode(' ', $modules), 1);
        $process = proc_open([PHP_BINARY, ...$words, '-d', 'apc.enable_cli=1', '-r', $code], [1 => ['pipe', 'w']], $pipes, $root);
        self::assertIsResource($process);
        $printed = json_decode((string) stream_get_contents($pipes[1]), true);
        proc_close($process);

        self::assertSame(['a' => ['text', null, 'Application', true], 'b' => [serialize([1, 2]), 100_000, 'Client', true], 0 => 'APCu has no compare-and-set for values, so nothing is written to it', 1 => null], $printed);
    }
}
