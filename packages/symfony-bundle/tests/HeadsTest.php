<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Tests;

use PHPUnit\Framework\Attributes\TestDox;

final class HeadsTest extends ApplicationTestCase
{
    #[TestDox('During a deploy, heads with the bundle and without it share a store: no error, no wrong or stale value')]
    public function testDeploy(): void
    {
        $operations = (int) (getenv('LYO_OPERATIONS') ?: 5000);
        $modules = array_merge(...array_map(static fn (string $file): array => ['-d', 'extension='.$file], array_filter([getenv('LYO_SO') ?: ''])));
        $heads = ['plain' => [], 'bundle' => [], 'bundle with the extension' => $modules];
        $processes = [];
        foreach (array_keys($heads) as $seed => $head) {
            $process = proc_open([\PHP_BINARY, ...$heads[$head], __DIR__.'/App/head.php', $this->folder, 'plain' === $head ? 'plain' : 'bundle', (string) $operations, (string) $seed], [1 => ['pipe', 'w']], $pipes[$head]);
            self::assertIsResource($process);
            $processes[$head] = $process;
        }
        foreach ($processes as $head => $process) {
            $output = (string) stream_get_contents($pipes[$head][1]);
            self::assertSame(0, proc_close($process), $head);
            /** @var array{hits: int, misses: int, wrong: int, stale: int, lost: int, errors: list<string>} $seen */
            $seen = json_decode($output, true, 512, \JSON_THROW_ON_ERROR);
            self::assertSame(['wrong' => 0, 'stale' => 0, 'lost' => 0, 'errors' => []], array_diff_key($seen, ['hits' => 0, 'misses' => 0]), $head);
            self::assertSame($operations, $seen['hits'] + $seen['misses']);
            self::assertGreaterThan($operations / 4, $seen['hits'], $head);
            if (false !== getenv('LYO_OPERATIONS')) {
                fwrite(\STDERR, \sprintf("%s: %d operations, %d hits, %d misses\n", $head, $operations, $seen['hits'], $seen['misses']));
            }
        }
    }
}
