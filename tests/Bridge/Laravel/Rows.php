<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Laravel;

use ErrorException;
use Illuminate\Cache\Repository;
use Illuminate\Database\Connection;
use Lyo\Laravel\Cache\DatabaseStore;
use Lyo\Tests\Bridge\BridgeChecks;
use Throwable;

/** The rows of Laravel's cache in a database, shared by plain hosts and those with the bridge. */
final class Rows
{
    private const OPERATIONS = 5000;

    private readonly Connection $database;
    private int $checks = 0;

    public function __construct(private readonly BridgeChecks $trial, private readonly Site $plain, private readonly Site $ours, private readonly string $connection)
    {
        $this->database = $ours->database($connection);
    }

    public function run(): void
    {
        $this->textOfPlain();
        $this->otherBytes();
        $this->keys();
        $this->expired();
        $this->touch();
        $this->trial->say("rows, $this->connection: $this->checks checks of marks, keys and queries");
        $this->heads();
    }

    /** @param array<string, mixed> $config */
    private function cache(Site $site, array $config = []): Repository
    {
        return $site->cache($config + ['driver' => 'database', 'connection' => $this->connection, 'table' => 'cache', 'writes' => 'lyo']);
    }

    private function check(bool $holds, string $what): void
    {
        $this->checks++;
        $this->trial->check($holds, "rows, $this->connection: $what");
    }

    private function expiration(string $key): int
    {
        $time = $this->database->table('cache')->where('key', "site:$key")->value('expiration');
        return is_numeric($time) ? (int) $time : 0;
    }

    /** Strings, numbers and booleans have no mark, and plain Laravel reads them; all else has one, and is missed without an error. */
    private function textOfPlain(): void
    {
        $ours = $this->cache($this->ours);
        $plain = $this->cache($this->plain);
        foreach (['text', '', '12', 5, 2.5, true, false] as $value) {
            $ours->put('scalar', $value, 600);
            $this->check($plain->get('scalar') === $value && $ours->get('scalar') === $value && $this->expiration('scalar') > 0, 'plain Laravel reads ' . var_export($value, true));
        }
        $ours->put('list', [1, 2], 600);
        $this->check($this->expiration('list') < -time() && $ours->get('list') === [1, 2], 'a row in lyo has the mark');
        $this->check(self::missed($plain, 'list'), 'plain Laravel misses a row in lyo');
        $this->check($ours->get('list') === null, 'plain Laravel deletes what it misses');
    }

    /** Bytes that are not UTF-8 are in Base64, which plain Laravel reads in SQLite and PostgreSQL, and misses elsewhere. */
    private function otherBytes(): void
    {
        $plain = $this->cache($this->plain);
        foreach (['native', 'lyo'] as $writes) {
            $ours = $this->cache($this->ours, ['writes' => $writes]);
            foreach ([["\xC1\xFF"], "\xC1\xFF", ["\0*\0x" => "\xFF"]] as $value) {
                foreach (['put', 'add'] as $call) {
                    $ours->forget('bytes');
                    $ours->$call('bytes', $value, 600);
                    $this->check($ours->get('bytes') === $value, "$writes: $call() of other bytes is read");
                    $reads = $this->connection === 'SQLite' && ($writes === 'native' || $call === 'add' || is_string($value));
                    $this->check($reads ? $plain->get('bytes') === $value : self::missed($plain, 'bytes'), "$writes: $call() of other bytes, plain Laravel");
                }
            }
        }
    }

    private function keys(): void
    {
        $ours = $this->cache($this->ours);
        $ours->forget('case');
        $ours->put('CASE', [1], 600);
        $this->check($ours->many(['case', 'CASE']) === ['case' => null, 'CASE' => [1]] && $ours->get('case') === null, 'a key of other case is another key');
        $ours->forget('CASE');

        $ours = $this->cache($this->ours, ['prefix' => '']);
        $plain = $this->cache($this->plain, ['prefix' => '']);
        $ours->putMany(['123' => [1], 'word' => [2]], 600);
        $this->check($ours->many(['123', '0']) === [123 => [1], 0 => null] && $ours->get('123') === [1], 'a key of digits with an empty prefix');
        $plain->put('123', [3], 600);
        $this->check($ours->get('123') === [3] && $plain->get('123') === [3], 'a key of digits, by plain Laravel');
    }

    /** A hit costs the query that it costs in plain Laravel, and expired rows are deleted by one query that leaves the others. */
    private function expired(): void
    {
        $ours = $this->cache($this->ours);
        $plain = $this->cache($this->plain);
        $queries = function (Site $site, callable $do): int {
            $database = $site->database($this->connection);
            $database->flushQueryLog();
            $database->enableQueryLog();
            $do();
            $database->disableQueryLog();
            return count($database->getQueryLog());
        };
        $ours->putMany(['e1' => [1], 'e2' => [2], 'e3' => [3], 'e4' => 'text'], 600);
        $this->check($queries($this->ours, static fn(): mixed => $ours->get('e1')) === 1, 'a hit is one query');
        $this->database->table('cache')->where('key', 'site:e1')->update(['expiration' => 3 - time()]);
        $this->database->table('cache')->where('key', 'site:e4')->update(['expiration' => time() - 3]);
        $found = [];
        $count = $queries($this->ours, static function () use ($ours, &$found): void {
            $found = $ours->many(['e1', 'e2', 'e3', 'e4']);
        });
        $this->check($count === 2 && $found === ['e1' => null, 'e2' => [2], 'e3' => [3], 'e4' => null], "expired rows: $count queries");
        $this->check($this->database->table('cache')->whereIn('key', ['site:e1', 'site:e4'])->count() === 0, 'expired rows are deleted');
        $store = $ours->getStore();
        $this->check($store instanceof DatabaseStore && $store->forgetIfExpired('e2') && $ours->get('e2') === [2], 'forgetIfExpired() leaves what has not expired');
        $plain->put('e5', [5], 600);
        $this->check($queries($this->plain, static fn(): mixed => $plain->get('e5')) === 1, 'a hit of plain Laravel is one query');
    }

    private function touch(): void
    {
        $store = $this->cache($this->ours)->getStore();
        if (!$store instanceof DatabaseStore) {
            $this->check(false, 'the store is ours');
            return;
        }
        foreach (['lyo' => [1], 'text' => 'text'] as $key => $value) {
            $store->put($key, $value, 60);
            $this->check($store->touch($key, 600) && abs($this->expiration($key)) > time() + 500 && $store->get($key) === $value, "touch() of $key");
            $this->check(($this->expiration($key) < 0) === ($key === 'lyo'), "touch() of $key leaves the mark as it is");
        }
        $this->database->table('cache')->where('key', 'site:lyo')->update(['expiration' => 3 - time()]);
        $this->check(!$store->touch('lyo', 600) && $store->get('lyo') === null, 'touch() of what has expired');
    }

    /** Two heads on one store, and the same with a planted fault, which must be found. */
    private function heads(): void
    {
        $operations = (int) (getenv('OPERATIONS') ?: self::OPERATIONS);
        $plain = $this->cache($this->plain);
        $heads = new Heads([$plain, $this->cache($this->ours)]);
        $faults = $heads->run($operations);
        $this->trial->check($faults === [], "two heads, $this->connection: " . count($faults) . ' faults: ' . ($faults[0] ?? ''));
        $planted = [];
        foreach (['no mark' => new Unmarked($this->cache($this->ours)->getStore(), $this->database), 'a second key' => $this->cache($this->ours, ['prefix' => 'second:'])] as $fault => $cache) {
            $found = count((new Heads([$plain, $cache]))->run(500));
            $this->trial->check($found > 0, "two heads, $this->connection: the planted fault is not found: $fault");
            $planted[] = "$fault: $found";
        }
        $this->trial->say("two heads, $this->connection: $operations operations, {$heads->summary()}, " . count($faults) . ' faults; planted faults: ' . implode(', ', $planted));
    }

    private static function missed(Repository $plain, string $key): bool
    {
        set_error_handler(static fn(int $level, string $message): bool => throw new ErrorException($message, 0, $level)); // as Laravel
        try {
            return $plain->get($key) === null;
        } catch (Throwable) {
            return false;
        } finally {
            restore_error_handler();
        }
    }
}
