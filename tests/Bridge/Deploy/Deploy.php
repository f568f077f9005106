<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Deploy;

use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Tests\Bridge\Runner;
use RuntimeException;

/** Web heads on different settings share one Redis at the same time. */
final class Deploy
{
    public const OPERATIONS = 20_000;

    public function __construct(private readonly BridgeChecks $trial) {}

    /**
     * @param array<string, array{string, list<string>}> $heads name => setting and PHP modules
     * @param bool $all every head reads what the others write: no item is a miss twice
     */
    public function run(string $what, array $heads, bool $all, int $seed): void
    {
        $share = intdiv(self::OPERATIONS, count($heads)) + 1;
        $start = sprintf('%.3F', microtime(true) + 0.5);
        $running = [];
        foreach ($heads as $name => [$setting, $modules]) {
            $command = [...Runner::php($modules), __DIR__ . '/head.php', $setting, (string) $share, (string) ++$seed, $start];
            $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w']], $pipes, null, getenv());
            $running[$name] = [$process ?: throw new RuntimeException("cannot start $name"), $pipes[1]];
        }
        $operations = 0;
        $sum = [];
        $parts = [];
        foreach ($running as $name => [$process, $pipe]) {
            $seen = json_decode((string) stream_get_contents($pipe), true);
            $status = proc_close($process);
            if ($status !== 0 || !is_array($seen)) {
                $this->trial->check(false, "$what: $name ended with status $status");
                continue;
            }
            foreach (['hits', 'misses', 'stored', 'wrong', 'lost'] as $key) {
                $count = $seen[$key] ?? null;
                $sum[$key] = ($sum[$key] ?? 0) + (is_int($count) ? $count : 0);
            }
            $implementation = $seen['implementation'] ?? null;
            $misses = $seen['misses'] ?? null;
            $parts[] = sprintf('%s (%s) %s', $name, is_string($implementation) ? $implementation : '', is_int($misses) ? $misses : '');
            $operations += $share;
        }
        $sum += ['hits' => 0, 'misses' => 0, 'stored' => 0, 'wrong' => 0, 'lost' => 0];
        $this->trial->say(sprintf('%s: %d operations, %d hits, %d stored, %d misses: %s; %d wrong, %d lost', $what, $operations, $sum['hits'], $sum['stored'], $sum['misses'], implode(', ', $parts), $sum['wrong'], $sum['lost']));
        $this->trial->check($operations >= self::OPERATIONS, "$what: fewer operations than planned");
        $this->trial->check($sum['wrong'] === 0 && $sum['lost'] === 0, "$what: wrong or lost values");
        // The first read of an item is a miss, for each server that reads it before one of them has stored it.
        $this->trial->check(!$all || $sum['misses'] <= Item::COUNT * count($heads), "$what: items were missed though all heads can read them");
        $this->trial->check($all || $sum['misses'] > Item::COUNT, "$what: a head without the bridge cannot read all, but has");
    }
}
