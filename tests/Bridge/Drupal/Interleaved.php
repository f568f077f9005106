<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal;

use Drupal\Core\Cache\Cache;
use Lyo\Bridge\Drupal\Serialization;
use Random\Randomizer;
use Throwable;

/**
 * Random operations by a plain head and by one with Lyo on one bin. A model knows what each read must return: the version that was written last, or
 * nothing if it was deleted, is invalid, or cannot be read by this head.
 *
 * @phpstan-type Row array{value: mixed, packed: bool, marked: bool, expire: int, tags: array<string, int>}
 */
final class Interleaved
{
    private const CIDS = 40;
    private const TAGS = 6;
    /** How often each operation occurs in 1,000. */
    private const WEIGHTS = [
        'get' => 280, 'getInvalid' => 60, 'getMultiple' => 100, 'set' => 240, 'setMultiple' => 80, 'delete' => 40, 'deleteMultiple' => 20, 'invalidate' => 40,
        'invalidateMultiple' => 10, 'invalidateTags' => 40, 'collect' => 25, 'rollBack' => 10, 'commit' => 10, 'deleteAll' => 3, 'invalidateAll' => 2, 'wait' => 40,
    ];

    /** @var array<string, Row> */
    private array $rows = [];
    /** @var array<string, int> */
    private array $tags = [];
    private int $version = 0;
    /** @var list<string> */
    private array $faults = [];
    /** @var list<string> messages of PHP in the current operation */
    private array $messages = [];
    /** @var array<string, int> */
    private array $counts = ['hits of plain' => 0, 'hits of ours' => 0, 'hits of one by the other' => 0, 'misses of what plain cannot read' => 0];
    /** @var array<string, bool> which head wrote the row */
    private array $writers = [];

    /** @param bool $packs whether the second head writes arrays and objects in a format that plain Drupal cannot read */
    public function __construct(private readonly Head $plain, private readonly Head $ours, private readonly bool $packs, private readonly Clock $clock, private readonly Randomizer $random) {}

    /** @return list<string> what was wrong */
    public function run(int $operations): array
    {
        $names = [];
        foreach (self::WEIGHTS as $name => $weight) {
            $names = [...$names, ...array_fill(0, $weight, $name)];
        }
        set_error_handler(function (int $level, string $message): bool {
            if ((error_reporting() & $level) !== 0) {
                $this->messages[] = $message;
            }
            return true;
        });
        try {
            for ($i = 0; $i < $operations; $i++) {
                $head = $this->random->getInt(0, 1) === 0 ? $this->plain : $this->ours;
                $this->plain->tags->reset(); // each operation is a request
                $this->ours->tags->reset();
                $name = $names[$this->random->getInt(0, count($names) - 1)];
                $this->messages = [];
                try {
                    $this->operate($name, $head);
                } catch (Throwable $e) {
                    $this->fault($head, $name, $e::class . ': ' . $e->getMessage());
                }
                $this->messages === [] || $this->fault($head, $name, $this->messages[0]);
            }
        } finally {
            restore_error_handler();
        }
        return $this->faults;
    }

    /** @return array<string, int> */
    public function counts(): array
    {
        return $this->counts;
    }

    private function operate(string $name, Head $head): void
    {
        match ($name) {
            'get' => $this->get($head, $this->cid(), false),
            'getInvalid' => $this->get($head, $this->cid(), true),
            'getMultiple' => $this->getMultiple($head, $this->cids()),
            'set' => $this->set($head, $this->cid(), $this->item()),
            'setMultiple' => $this->setMultiple($head, $this->cids()),
            'delete', 'deleteMultiple' => $this->delete($head, $name === 'delete' ? [$this->cid()] : $this->cids()),
            'invalidate', 'invalidateMultiple' => $this->invalidate($head, $name === 'invalidate' ? [$this->cid()] : $this->cids()),
            'invalidateTags' => $this->invalidateTags($head, $this->someTags()),
            'collect' => $this->collect($head),
            'rollBack' => $this->rollBack($head),
            'commit' => $this->commit($head),
            'deleteAll' => $this->deleteAll($head),
            'invalidateAll' => $this->invalidateAll($head),
            default => $this->clock->now += $this->random->getInt(1, 10),
        };
    }

    private function get(Head $head, string $cid, bool $invalid): void
    {
        $this->compare($head, $cid, $head->bin->get($cid, $invalid), $invalid);
    }

    /** @param list<string> $cids */
    private function getMultiple(Head $head, array $cids): void
    {
        $left = $cids;
        $items = $head->bin->getMultiple($left);
        foreach ($cids as $cid) {
            $this->compare($head, $cid, $items[$cid] ?? false, false);
        }
        $found = array_map(strval(...), array_keys($items));
        sort($found);
        $missed = array_values(array_diff($cids, $left));
        sort($missed);
        $found === $missed || $this->fault($head, 'getMultiple', 'the ids that were not found are others');
    }

    private function compare(Head $head, string $cid, mixed $item, bool $invalid): void
    {
        $row = $this->rows[$cid] ?? null;
        $isValid = $row !== null && ($row['expire'] === Cache::PERMANENT || $row['expire'] >= $this->clock->now) && $row['tags'] === array_intersect_key($this->tags, $row['tags']);
        $isReadable = $row !== null && (!$head->isPlain || !$row['packed']);
        $isExpected = $row !== null && ($invalid || $isValid && $isReadable);
        if (!is_object($item)) {
            $isExpected && $this->fault($head, $cid, 'a miss instead of ' . self::text($row['value'] ?? null));
            $isValid && !$isReadable && $this->counts['misses of what plain cannot read']++;
            return;
        }
        $value = $row['value'] ?? null;
        $properties = get_object_vars($item);
        if (!$isReadable && is_string($properties['data'] ?? null)) { // the bytes, for plain Drupal the text of an invalid item
            $properties['data'] = Serialization::decode($properties['data']);
        }
        if (!$isExpected || serialize($properties['data'] ?? null) !== serialize($value) || ($properties['valid'] ?? null) !== ($isValid && $isReadable)) {
            $this->fault($head, $cid, self::text($properties['data'] ?? null) . ' instead of ' . ($isExpected ? self::text($value) : 'a miss'));
            return;
        }
        if ($isReadable && (!is_numeric($properties['expire'] ?? null) || (int) $properties['expire'] !== $row['expire'])) {
            $this->fault($head, $cid, 'the time of expiry is another');
        }
        $this->counts[$head->isPlain ? 'hits of plain' : 'hits of ours']++;
        $this->counts['hits of one by the other'] += $isReadable && $this->writers[$cid] !== $head->isPlain ? 1 : 0;
    }

    /** @param array{data: mixed, expire: int|string, tags: list<string>} $item */
    private function set(Head $head, string $cid, array $item): void
    {
        $head->bin->set($cid, $item['data'], $item['expire'], $item['tags']); // @phpstan-ignore argument.type (modules also pass texts)
        $this->store($head, $cid, $item);
    }

    /** @param list<string> $cids */
    private function setMultiple(Head $head, array $cids): void
    {
        $items = [];
        foreach ($cids as $cid) {
            $items[$cid] = $this->item();
        }
        $head->bin->setMultiple($items); // @phpstan-ignore argument.type
        foreach ($items as $cid => $item) {
            $this->store($head, (string) $cid, $item);
        }
    }

    /** @param array{data: mixed, expire: int|string, tags: list<string>} $item */
    private function store(Head $head, string $cid, array $item): void
    {
        $expire = (int) $item['expire'];
        $packed = !$head->isPlain && $this->packs && (is_array($item['data']) || is_object($item['data']));
        $tags = array_intersect_key($this->tags, array_flip($item['tags'])) + array_fill_keys($item['tags'], 0);
        $this->tags += $tags;
        $this->rows[$cid] = ['value' => $item['data'], 'packed' => $packed, 'marked' => $packed, 'expire' => $expire, 'tags' => array_intersect_key($this->tags, $tags)];
        $this->writers[$cid] = $head->isPlain;
    }

    /** @param list<string> $cids */
    private function delete(Head $head, array $cids): void
    {
        count($cids) === 1 ? $head->bin->delete($cids[0]) : $head->bin->deleteMultiple($cids);
        $this->rows = array_diff_key($this->rows, array_flip($cids));
    }

    private function deleteAll(Head $head): void
    {
        $head->bin->deleteAll();
        $this->rows = [];
    }

    /** @param list<string> $cids */
    private function invalidate(Head $head, array $cids): void
    {
        count($cids) === 1 ? $head->bin->invalidate($cids[0]) : $head->bin->invalidateMultiple($cids);
        foreach ($cids as $cid) {
            if (isset($this->rows[$cid])) {
                $this->rows[$cid] = ['expire' => $this->clock->now - 1, 'marked' => false] + $this->rows[$cid];
            }
        }
    }

    private function invalidateAll(Head $head): void
    {
        $head->bin->invalidateAll();
        foreach ($this->rows as $cid => $row) {
            $this->rows[$cid] = ['expire' => $this->clock->now - 1, 'marked' => false] + $row;
        }
    }

    /** @param list<string> $tags */
    private function invalidateTags(Head $head, array $tags): void
    {
        $head->tags->invalidateTags($tags);
        foreach ($tags as $tag) {
            $this->tags[$tag] = ($this->tags[$tag] ?? 0) + 1;
        }
    }

    /** A plain head deletes what it takes for past. One with Lyo deletes what is past. */
    private function collect(Head $head): void
    {
        $head->bin->garbageCollection();
        $this->rows = array_filter($this->rows, fn(array $row): bool => ($row['expire'] === Cache::PERMANENT || $row['expire'] >= $this->clock->now) && !($head->isPlain && $row['marked']));
    }

    /** A transaction that is taken back changes nothing. */
    private function rollBack(Head $head): void
    {
        [$cid, $item] = [$this->cid(), $this->item()];
        $transaction = $head->connection->startTransaction();
        $head->bin->set($cid, $item['data'], (int) $item['expire'], $item['tags']);
        $transaction->rollBack();
        unset($transaction);
        $head->tags->reset();
        $this->get($head, $cid, false);
    }

    /** What has a tag that a transaction has invalidated is not written. */
    private function commit(Head $head): void
    {
        $tags = $this->someTags();
        $transaction = $head->connection->startTransaction();
        $head->tags->invalidateTags($tags);
        [$cid, $item] = [$this->cid(), $this->item()];
        $head->bin->set($cid, $item['data'], (int) $item['expire'], $item['tags']);
        if (array_intersect($item['tags'], $tags) === []) {
            $this->store($head, $cid, $item);
        }
        unset($transaction);
        foreach ($tags as $tag) {
            $this->tags[$tag] = ($this->tags[$tag] ?? 0) + 1;
        }
    }

    private function cid(): string
    {
        return 'item:' . $this->random->getInt(1, self::CIDS);
    }

    /** @return list<string> */
    private function cids(): array
    {
        return array_values(array_unique(array_map($this->cid(...), range(0, $this->random->getInt(1, 5)))));
    }

    /** @return list<string> */
    private function someTags(): array
    {
        return array_values(array_unique(array_map(fn(): string => 'tag:' . $this->random->getInt(1, self::TAGS), range(0, $this->random->getInt(0, 1)))));
    }

    /** @return array{data: mixed, expire: int|string, tags: list<string>} */
    private function item(): array
    {
        $version = ++$this->version;
        $expire = match ($this->random->getInt(0, 9)) {
            0 => $this->clock->now - 5,
            1 => (string) ($this->clock->now + 20),
            2, 3, 4 => $this->clock->now + $this->random->getInt(0, 60),
            default => Cache::PERMANENT,
        };
        $data = match ($this->random->getInt(0, 9)) {
            0 => "version $version",
            1 => $version,
            2 => $version + 0.5,
            3 => (object) ['version' => $version],
            4 => ['version' => $version, 'rows' => array_fill(0, 20, ['id' => $version, 'title' => "Title $version"])],
            default => ['version' => $version],
        };
        return ['data' => $data, 'expire' => $expire, 'tags' => $this->random->getInt(0, 2) === 0 ? $this->someTags() : []];
    }

    private function fault(Head $head, string $where, string $what): void
    {
        $this->faults[] = ($head->isPlain ? 'plain' : 'ours') . ", $where: $what";
    }

    private static function text(mixed $value): string
    {
        return substr(serialize($value), 0, 60);
    }
}
