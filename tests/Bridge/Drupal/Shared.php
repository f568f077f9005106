<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal;

use Closure;
use Drupal\Core\Cache\Cache;
use Lyo\Tests\Bridge\BridgeChecks;
use PDO;

/** What a bin that is shared with a plain head promises, besides the values of random operations. */
final class Shared
{
    private readonly Head $plain;
    private readonly Head $ours;

    public function __construct(private readonly BridgeChecks $trial, private readonly Site $site)
    {
        $this->plain = $site->head(null);
        $this->ours = $site->head('lyo');
    }

    public function run(): void
    {
        $this->ours->bin->deleteAll();
        $this->queries();
        $this->times();
        $this->data();
        $this->rows();
        $this->bins();
    }

    /** Each call makes as many queries as that of a plain head; only the garbage is collected in two parts. */
    private function queries(): void
    {
        $items = array_fill_keys(array_map(static fn(int $i): string => "many:$i", range(1, 250)), ['data' => ['value']]);
        $calls = [
            'set' => static function (Head $head): void {
                $head->bin->set('one', ['value']);
            },
            'a hit' => static fn(Head $head): mixed => $head->bin->get('one'),
            'set with tags' => static function (Head $head): void {
                $head->bin->set('one', ['value'], tags: ['tag:1', 'tag:2']);
            },
            'a hit with tags' => static fn(Head $head): mixed => $head->bin->get('one'),
            'a miss' => static fn(Head $head): mixed => $head->bin->get('none'),
            'invalidate' => static function (Head $head): void {
                $head->bin->invalidate('one');
            },
            'an invalid hit' => static fn(Head $head): mixed => $head->bin->get('one', true),
            'setMultiple' => static function (Head $head) use ($items): void {
                $head->bin->setMultiple($items);
            },
            'getMultiple' => static function (Head $head) use ($items): mixed {
                $cids = array_keys($items);
                return $head->bin->getMultiple($cids);
            },
            'delete' => static function (Head $head): void {
                $head->bin->delete('one');
            },
        ];
        $made = [];
        foreach ($calls as $name => $call) {
            $counts = [];
            foreach ([$this->plain, $this->ours] as $head) {
                $head->tags->reset();
                str_contains($name, 'hit') && $this->prepare($head, $calls, $name);
                $counts[] = self::count($head, static fn(): mixed => $call($head));
            }
            $this->check($counts[0] === $counts[1] && $counts[0] > 0, "$name makes $counts[1] queries, and $counts[0] by a plain head");
            $made[] = "$name $counts[1]";
        }
        $this->trial->say("{$this->site->name}: as many queries as a plain head: " . implode(', ', $made));
        $this->ours->bin->deleteAll();
    }

    /** @param array<string, Closure(Head): mixed> $calls */
    private function prepare(Head $head, array $calls, string $name): void
    {
        $calls[str_contains($name, 'tags') ? 'set with tags' : 'set']($head);
        $name === 'an invalid hit' && $calls['invalidate']($head);
        $head->tags->reset();
    }

    private static function count(Head $head, Closure $call): int
    {
        $before = ($head->queries)();
        $call();
        return ($head->queries)() - $before;
    }

    /** Times of expiry as modules pass them. */
    private function times(): void
    {
        $now = $this->site->clock->now;
        $times = ['never' => Cache::PERMANENT, 'never, a text' => '-1', 'this second' => $now, 'an hour' => $now + 3600, 'a text' => (string) ($now + 3600), 'a float' => $now + 3600.5,
            'after 2038' => 2 ** 31 + 5, '2038' => 2 ** 31 - 1, 'past' => $now - 1, 'zero' => 0, 'two' => 2, 'below zero' => -2, 'far below zero' => -$now - 3600];
        foreach ($times as $name => $time) {
            $isLive = (int) $time === Cache::PERMANENT || $time >= $now;
            $this->ours->bin->set('time', ['value'], $time); // @phpstan-ignore argument.type
            $item = $this->ours->bin->get('time');
            $this->check(is_object($item) === $isLive, "a time of expiry, $name: " . ($isLive ? 'a miss' : 'not a miss'));
            $this->check(!$isLive || is_object($item) && is_numeric($item->expire ?? null) && (int) $item->expire === (int) $time, "a time of expiry, $name: it is read as another");
            $this->check(is_object($this->ours->bin->get('time', true)), "a time of expiry, $name: invalid items are there on request");
            $this->check($this->plain->bin->get('time') === false, "a time of expiry, $name: no miss of a plain head");
            $stored = $this->site->number("SELECT expire FROM cache_default WHERE cid = 'time'");
            $this->check($stored !== Cache::PERMANENT && ($stored < 0) === $isLive || !$isLive && $stored < $now && $stored !== Cache::PERMANENT, "a time of expiry, $name: $stored is stored");
            $this->check(abs($stored) < 2 ** 31 || $time > 2 ** 31, "a time of expiry, $name: $stored does not fit into 32 bits");
            $this->ours->bin->garbageCollection();
            $this->check(is_object($this->ours->bin->get('time', true)) === $isLive, "a time of expiry, $name: garbage is collected, and it is " . ($isLive ? 'lost' : 'kept'));
        }
        $this->trial->say("{$this->site->name}: " . count($times) . ' times of expiry');
    }

    /** A mark stands only for data that plain Drupal cannot read. */
    private function data(): void
    {
        $checks = ['the empty array alone' => 'a:0:{}', 'the text of another' => serialize(['other']), 'bytes of nothing' => 's:1:"x";', 'a text that is cut' => 's:9:"x', 'nothing' => ''];
        foreach ($checks as $name => $data) {
            $this->ours->bin->set('data', ['value']);
            $this->site->replace('data', $data);
            foreach ([$this->plain, $this->ours] as $head) {
                $this->check($head->bin->get('data') === false, "$name under a mark is no miss");
            }
        }
        $this->ours->bin->set('data', ['value']);
        foreach (['marked' => 'set', 'invalidated' => 'invalidate'] as $name => $call) {
            $warnings = [];
            set_error_handler(static function (int $level, string $message) use (&$warnings): bool {
                $warnings[] = $message;
                return true;
            });
            $call === 'set' ? $this->ours->bin->set('data', ['value']) : $this->plain->bin->invalidate('data');
            $item = $this->plain->bin->get('data', true);
            restore_error_handler();
            $this->check(is_object($item) && ($item->valid ?? null) === false, "an invalid item of a plain head, $name: it is valid");
            $this->check($warnings === [], "an invalid item of a plain head, $name: " . implode('; ', $warnings));
            $item = $this->ours->bin->get('data', true);
            $this->check(is_object($item) && ($item->data ?? null) === ['value'], "an invalid item, $name: not what was written");
        }
        $this->plain->bin->set('data', ['plain']);
        $item = $this->ours->bin->get('data');
        $this->check(is_object($item) && ($item->data ?? null) === ['plain'] && $this->site->number('SELECT COUNT(*) FROM cache_default') === 1, 'a plain head writes another row');
        $this->ours->bin->delete('data');
        $this->trial->say("{$this->site->name}: " . count($checks) . ' other data under a mark are misses');
    }

    /** A bin has at most as many rows as the settings say; the oldest are deleted. */
    private function rows(): void
    {
        $left = [];
        foreach ([null, 'lyo'] as $writes) {
            $head = $this->site->head($writes, 20);
            for ($i = 1; $i <= 30; $i++) {
                $head->bin->set("row:$i", [$i]);
                $this->site->pdo->exec("UPDATE cache_default SET created = $i WHERE cid = 'row:$i'");
            }
            $head->bin->garbageCollection();
            $rows = $this->site->pdo->query('SELECT cid FROM cache_default ORDER BY created');
            $left[] = $rows === false ? [] : $rows->fetchAll(PDO::FETCH_COLUMN);
            $head->bin->deleteAll();
        }
        $this->check($left[0] === $left[1] && count($left[1]) === 20, 'other rows are left than those of a plain head when a bin is full');
        $this->trial->say("{$this->site->name}: a full bin keeps the newest rows, as plain Drupal does");
    }

    /** A table that is not there is made when something is written. */
    private function bins(): void
    {
        $this->ours->bin->removeBin();
        $this->ours->bin->garbageCollection();
        $this->check($this->ours->bin->get('bin') === false, 'a bin that was removed has items');
        $this->ours->bin->set('bin', ['value']);
        $this->check(is_object($this->ours->bin->get('bin')), 'a bin that was removed is not made again');
        $this->trial->say("{$this->site->name}: a bin is removed and made again");
    }

    private function check(bool $holds, string $fault): void
    {
        $this->trial->check($holds, "{$this->site->name}: $fault");
    }
}
