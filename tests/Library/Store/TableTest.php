<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Store;

use Lyo\Format;
use Lyo\Tools\Convert\Conversion;
use Lyo\Tools\Convert\Counts;
use Lyo\Tools\Convert\Stays;
use Lyo\Tools\Convert\Translation;
use Lyo\Tools\Store\Entry;
use Lyo\Tools\Store\Item;
use Lyo\Tools\Store\Table;
use PDO;
use PDOStatement;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;
use RuntimeException;

#[RequiresPhpExtension('pdo_sqlite')]
final class TableTest extends TestCase
{
    private string $file;

    protected function setUp(): void
    {
        $this->file = sys_get_temp_dir() . '/lyo-table-' . bin2hex(random_bytes(6));
    }

    protected function tearDown(): void
    {
        array_map(unlink(...), glob("$this->file*") ?: []);
    }

    private function database(): PDO
    {
        return new PDO("sqlite:$this->file", options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION, PDO::ATTR_TIMEOUT => 0]);
    }

    /** @param list<array{int|string, int}> $keys each with its type for PDO */
    private function fill(PDO $database, array $keys, string $type = ''): void
    {
        $database->exec("CREATE TABLE cache (key $type PRIMARY KEY, value BLOB)");
        $insert = $database->prepare('INSERT INTO cache VALUES (?, ?)');
        $database->beginTransaction();
        foreach ($keys as [$key, $binds]) {
            $insert->bindValue(1, $key, $binds);
            $insert->bindValue(2, serialize(['key' => bin2hex((string) $key)]), PDO::PARAM_LOB);
            $insert->execute();
        }
        $database->commit();
    }

    #[Test]
    public function keys_that_are_in_no_order_are_an_error_and_no_endless_loop(): void
    {
        $database = $this->database();
        $calls = 0;
        // Each text is behind each other text, so a page begins where the one before began.
        $database->sqliteCreateCollation('broken', static function (string $a, string $b) use (&$calls): int {
            return ++$calls > 2_000_000 ? throw new RuntimeException('it does not end') : ($a === $b ? 0 : 1);
        });
        $database->exec('CREATE TABLE cache (key TEXT COLLATE broken, value BLOB, PRIMARY KEY (key))');
        $insert = $database->prepare('INSERT INTO cache VALUES (?, ?)');
        $database->beginTransaction();
        for ($i = 0; $i < 600; $i++) {
            $insert->execute(["k$i", 'a:0:{}']);
        }
        $database->commit();
        $this->expectException(RuntimeException::class);
        $this->expectExceptionMessage('cannot be read in the order of its primary key');
        foreach (Table::of($database)->items() as $n => $ignored) {
            self::assertLessThan(5000, $n);
        }
    }

    #[Test]
    public function keys_of_all_types_are_read_once_and_converted(): void
    {
        $keys = [];
        for ($i = 0; $i < 600; $i++) {
            $keys[] = [$i, PDO::PARAM_INT];
            $keys[] = ["$i", PDO::PARAM_STR];
            $keys[] = ["\0\xFF$i", PDO::PARAM_LOB];
        }
        $database = $this->database();
        $this->fill($database, $keys);
        $table = Table::of($this->database());
        $met = 0;
        foreach ($table->items() as $ignored) {
            self::assertLessThanOrEqual(1800, ++$met);
        }
        self::assertSame(1800, $met);
        $counts = (new Conversion($table, new Translation(Format::Lyo), verifies: true))->run(static fn(): bool => true);
        self::assertSame([1800, 1800, 1800], [$counts->met, $counts->converted, $counts->verified]);
        $left = $database->query('SELECT COUNT(*) FROM cache WHERE substr(value, 1, 1) <> X\'C1\'');
        self::assertSame(0, $left === false ? null : $left->fetchColumn());
        self::assertStringStartsWith("\xC1", (string) $table->get('5')?->data);
        self::assertStringStartsWith("\xC1", (string) $table->get("\0\xFF5")?->data);
    }

    #[Test]
    public function others_can_write_to_sqlite_while_values_are_translated(): void
    {
        $database = $this->database();
        $this->fill($database, array_map(static fn(int $i): array => ["k$i", PDO::PARAM_STR], range(1, 250)));
        $database->exec('CREATE TABLE others (n INT)');
        $others = 0;
        $counts = (new Conversion(Table::of($this->database(), 'cache'), new Translation(Format::Lyo)))->run(static function () use ($database, &$others): bool {
            // This connection does not wait for a lock: an open transaction of the conversion would be an exception here.
            $database->exec('INSERT INTO others VALUES (1)');
            $others++;

            return true;
        });
        self::assertSame([250, 250], [$counts->converted, $others]);
    }

    #[Test]
    public function a_time_of_expiry_counts_also_with_the_mark_of_a_row_that_plain_frameworks_miss(): void
    {
        $database = $this->database();
        $database->exec('CREATE TABLE cache_default (cid TEXT PRIMARY KEY, data BLOB, expire INT)');
        $in = time() + 3600;
        foreach (['never' => -1, 'never, marked' => -2, 'an hour' => $in, 'an hour, marked' => -$in, 'past' => 5, 'past, marked' => -5] as $cid => $expire) {
            $database->prepare('INSERT INTO cache_default VALUES (?, ?, ?)')->execute([$cid, serialize([1]), $expire]);
        }
        $table = Table::of($database);
        foreach (['never' => null, 'an hour' => 3600, 'past' => 0] as $cid => $seconds) {
            foreach ([$cid, "$cid, marked"] as $key) {
                $left = $table->get($key)?->milliseconds;
                self::assertTrue($seconds === null ? $left === null : $left !== null && abs($left / 1000 - $seconds) <= 2, "$key: $left");
            }
        }
    }

    #[Test]
    public function a_page_of_sqlite_ends_with_256_kilobytes_because_no_writer_can_commit_while_it_is_read(): void
    {
        $database = $this->database();
        $database->exec('CREATE TABLE cache (key PRIMARY KEY, value BLOB)');
        $insert = $database->prepare('INSERT INTO cache VALUES (?, ?)');
        for ($i = 10; $i < 70; $i++) {
            $insert->execute(["k$i", serialize(str_repeat('x', $i % 20 === 0 ? 300_000 : 40_000))]);
        }
        $pages = $keys = [];
        foreach (Table::of($this->database())->items() as $item) {
            $pages[$item->position] = ($pages[$item->position] ?? 0) + (int) $item->bytes;
            $keys[] = $item->key;
        }
        self::assertSame(array_map(static fn(int $i): string => "k$i", range(10, 69)), $keys);
        self::assertLessThan((1 << 18) + 301_000, max($pages));
        // It also continues behind each of these pages.
        $position = array_keys($pages)[4];
        $rest = array_map(static fn(Item $item): string => $item->key, [...Table::of($this->database())->items($position, true)]);
        self::assertSame(array_slice($keys, -count($rest)), $rest);
        self::assertLessThan(60, count($rest));
    }

    #[Test]
    public function rows_are_counted_without_reading_their_values(): void
    {
        $database = $this->database();
        $this->fill($database, [['a', PDO::PARAM_STR], ['b', PDO::PARAM_STR]]);
        $database = new class ("sqlite:$this->file", options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]) extends PDO {
            /** @var list<string> */
            public array $counts = [];

            /** @param array<mixed> $options */
            public function prepare(string $query, array $options = []): PDOStatement|false
            {
                str_contains($query, 'COUNT(') && $this->counts[] = $query;

                return parent::prepare($query, $options);
            }
        };
        $table = Table::of($database);
        foreach ($table->items() as $ignored) {
            break;
        }
        self::assertSame(1.0, $table->fraction());
        self::assertSame(['SELECT COUNT(*) FROM "cache" WHERE ("key" IS NULL)', 'SELECT COUNT(*) FROM "cache"'], $database->counts);
        // The index of the primary key is enough for these.
        foreach ($database->counts as $count) {
            $plan = $database->query("EXPLAIN QUERY PLAN $count");
            self::assertStringContainsString('COVERING INDEX', (string) json_encode($plan === false ? [] : $plan->fetchAll(PDO::FETCH_NUM)));
        }
    }

    /** @return iterable<string, array{int, int, int}> number of values, bytes of each, and the most that one transaction may have */
    public static function sizes(): iterable
    {
        yield 'long values, one by one' => [4, 2_000_000, 1];
        yield 'values that are long together' => [12, 60_000, 3];
        yield 'short values' => [400, 30, 100];
    }

    #[Test]
    #[DataProvider('sizes')]
    public function others_get_as_much_time_to_write_to_sqlite_as_they_had_to_wait(int $values, int $bytes, int $together): void
    {
        $database = $this->database();
        $database->exec('CREATE TABLE cache (key PRIMARY KEY, value BLOB)');
        $insert = $database->prepare('INSERT INTO cache VALUES (?, ?)');
        $database->beginTransaction();
        for ($i = 0; $i < $values; $i++) {
            $insert->execute(["k$i", serialize([str_repeat('x', $bytes)])]);
        }
        $database->commit();
        $database = new class ("sqlite:$this->file", options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]) extends PDO {
            /** @var list<array{string, float, float}> each BEGIN and COMMIT, with the times when it was asked for and when it was done */
            public array $transactions = [];

            public function exec(string $statement): int|false
            {
                $asked = microtime(true);
                $result = parent::exec($statement);
                $this->transactions[] = [$statement, $asked, microtime(true)];

                return $result;
            }
        };
        $counts = (new Conversion(Table::of($database), new Translation(Format::Lyo)))->run(static fn(): bool => true);
        self::assertSame($values, $counts->converted);
        self::assertSame(['BEGIN IMMEDIATE', 'COMMIT'], array_slice(array_column($database->transactions, 0), 0, 2));
        $pairs = array_chunk($database->transactions, 2);
        self::assertGreaterThanOrEqual(intdiv($values, $together), count($pairs));
        for ($i = 1; $i < count($pairs); $i++) {
            [$begin, $commit] = $pairs[$i - 1];
            $pause = $pairs[$i][0][1] - $commit[2];
            self::assertGreaterThanOrEqual(max(0.01, $commit[2] - $begin[2]) - 0.001, $pause);
        }
    }

    #[Test]
    public function a_value_that_others_change_each_time_is_left(): void
    {
        $database = $this->database();
        $this->fill($database, [['a', PDO::PARAM_STR], ['b', PDO::PARAM_STR]]);
        $store = new class ($database) implements \Lyo\Tools\Store\Store {
            private Table $table;

            public function __construct(private readonly PDO $database)
            {
                $this->table = Table::of($database);
            }

            public function items(?string $from = null, bool $values = false): iterable
            {
                return $this->table->items($from, $values);
            }

            public function get(string $key): ?Entry
            {
                return $this->table->get($key);
            }

            public function again(Entry $entry): ?Entry
            {
                return $this->table->again($entry);
            }

            public function check(Entry $entry, string $data): void {}

            public function replace(Entry $entry, string $data): bool
            {
                if ($entry->key === 'b') {
                    $this->database->exec("UPDATE cache SET value = CAST('a:1:{i:0;i:" . random_int(0, 1 << 40) . ";}' AS BLOB) WHERE key = 'b'");
                }

                return $this->table->replace($entry, $data);
            }
        };
        $counts = (new Conversion($store, new Translation(Format::Lyo)))->run(static fn(Counts $counts): bool => true);
        self::assertSame([1, 3, [Stays::Changing->name => 1], 1], [$counts->converted, $counts->raced, $counts->stays, $counts->left(true)]);
        self::assertGreaterThan(0, $counts->failed());
    }
}
