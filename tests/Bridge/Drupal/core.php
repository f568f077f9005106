<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// A stand-in for Drupal core, which Composer cannot install everywhere: types of the same form, with as much of what they do as the bridge and its
// tests use. hosts.php and heads.php also run with core itself, if DRUPAL_CORE names its folder.

declare(strict_types=1);

namespace Drupal\Component\Serialization {
    interface SerializationInterface
    {
        /**
         * @param mixed $data
         * @return string
         */
        public static function encode($data);

        /**
         * @param mixed $raw
         * @return mixed
         */
        public static function decode($raw);

        /** @return string */
        public static function getFileExtension();
    }

    interface ObjectAwareSerializationInterface extends SerializationInterface {}
}

namespace Drupal\Core\Theme {
    enum ExtensionType: string
    {
        case Module = 'module';
        case Theme = 'theme';
    }
}

namespace Drupal\Core\Site {
    final class Settings
    {
        /** @var array<string, mixed> */
        public static array $settings = [];

        /**
         * @param string $name
         * @param mixed $default
         * @return mixed
         */
        public static function get($name, $default = null)
        {
            return self::$settings[$name] ?? $default;
        }

        /** @param array<string, mixed> $settings */
        public function __construct(array $settings)
        {
            self::$settings = $settings;
        }
    }
}

namespace Drupal\Component\Serialization {
    final class PhpSerialize implements ObjectAwareSerializationInterface
    {
        public static function encode($data)
        {
            return serialize($data);
        }

        public static function decode($raw)
        {
            return unserialize(is_string($raw) ? $raw : '');
        }

        public static function getFileExtension()
        {
            return 'serialized';
        }
    }
}

namespace Drupal\Component\Datetime {
    interface TimeInterface
    {
        /** @return int */
        public function getRequestTime();
    }
}

namespace Drupal\Core\Database {
    use Closure;
    use PDO;
    use PDOStatement;

    /** Statements on a PDO connection; {name} is a table. */
    final class Connection
    {
        public int $queries = 0;
        /** @var list<Closure(): void> */
        private array $afterCommit = [];

        public function __construct(private readonly PDO $pdo) {}

        /** @param array<mixed> $values */
        public function query(string $query, array $values = []): PDOStatement
        {
            $this->queries++;
            $statement = $this->pdo->prepare((string) preg_replace('/\{(\w+)\}/', '$1', $query));
            foreach (array_values($values) as $i => $value) {
                $statement->bindValue($i + 1, $value, is_int($value) ? PDO::PARAM_INT : (is_string($value) && preg_match('//u', $value) !== 1 ? PDO::PARAM_LOB : PDO::PARAM_STR));
            }
            $statement->execute();
            return $statement;
        }

        public function select(string $table, string $alias): Query
        {
            return new Query($this, "FROM $table $alias");
        }

        public function delete(string $table): Query
        {
            return new Query($this, "DELETE FROM $table");
        }

        /** @param array<string, int|string|float> $row all fields; the first is the key */
        public function replace(string $table, array $row): void
        {
            $this->query("REPLACE INTO $table (" . implode(', ', array_keys($row)) . ') VALUES (' . implode(', ', array_fill(0, count($row), '?')) . ')', array_values($row));
        }

        public function inTransaction(): bool
        {
            return $this->pdo->inTransaction();
        }

        public function startTransaction(): Transaction
        {
            $this->pdo->beginTransaction();
            return new Transaction(function (bool $commits): void {
                $commits ? $this->pdo->commit() : $this->pdo->rollBack();
                $waiting = $commits ? $this->afterCommit : [];
                $this->afterCommit = [];
                array_map(static fn(Closure $do) => $do(), $waiting);
            });
        }

        /** @param Closure(): void $do */
        public function afterCommit(Closure $do): void
        {
            $this->afterCommit[] = $do;
        }
    }

    /** Is committed when it is released. */
    final class Transaction
    {
        /** @param Closure(bool): void $end */
        public function __construct(private readonly Closure $end) {}

        private bool $isOpen = true;

        public function rollBack(): void
        {
            $this->isOpen = false;
            ($this->end)(false);
        }

        public function __destruct()
        {
            $this->isOpen && ($this->end)(true);
        }
    }

    /** A condition after another, joined by AND. */
    final class Query
    {
        /** @var list<string> */
        private array $conditions = [];
        /** @var list<mixed> */
        private array $values = [];
        private string $fields = '';
        private string $rest = '';

        public function __construct(private readonly Connection $connection, private readonly string $start) {}

        /** @param list<string> $fields */
        public function fields(string $alias, array $fields): self
        {
            $this->fields = 'SELECT ' . implode(', ', array_map(static fn(string $field): string => "$alias.$field", $fields)) . ' ';
            return $this;
        }

        public function condition(string $field, mixed $value, string $operator = '='): self
        {
            $values = is_array($value) ? array_values($value) : [$value];
            $this->conditions[] = "$field $operator " . match ($operator) {
                'BETWEEN' => '? AND ?',
                'IN' => '(' . implode(', ', array_fill(0, count($values), '?')) . ')',
                default => '?',
            };
            $this->values = [...$this->values, ...$values];
            return $this;
        }

        public function orderBy(string $field, string $direction): self
        {
            $this->rest = " ORDER BY $field $direction";
            return $this;
        }

        public function range(int $from, int $count): self
        {
            $this->rest .= " LIMIT $count OFFSET $from";
            return $this;
        }

        /** @return Found|null */
        public function execute() // @phpstan-ignore return.unusedType (as in core)
        {
            $where = $this->conditions === [] ? '' : ' WHERE ' . implode(' AND ', $this->conditions);
            return new Found($this->connection->query($this->fields . $this->start . $where . $this->rest, $this->values));
        }
    }

    final readonly class Found
    {
        public function __construct(private PDOStatement $statement) {}

        public function fetchField(): mixed
        {
            return $this->statement->fetchColumn();
        }
    }
}

namespace Drupal\Core\Cache {
    use Drupal\Component\Datetime\TimeInterface;
    use Drupal\Component\Serialization\ObjectAwareSerializationInterface;
    use Drupal\Core\Database\Connection;
    use Drupal\Core\Site\Settings;
    use stdClass;

    interface CacheBackendInterface
    {
        public const CACHE_PERMANENT = -1;

        /**
         * @param string $cid
         * @param bool $allow_invalid
         * @return object|false
         */
        public function get($cid, $allow_invalid = false);

        /**
         * @param list<string> $cids
         * @param bool $allow_invalid
         * @return array<object>
         */
        public function getMultiple(&$cids, $allow_invalid = false);

        /**
         * @param string $cid
         * @param mixed $data
         * @param int $expire
         * @param list<string> $tags
         * @return void
         */
        public function set($cid, $data, $expire = self::CACHE_PERMANENT, array $tags = []);

        /**
         * @param array<array{data: mixed, expire?: int, tags?: list<string>}> $items
         * @return void
         */
        public function setMultiple(array $items);

        /**
         * @param string $cid
         * @return void
         */
        public function delete($cid);

        /**
         * @param list<string> $cids
         * @return void
         */
        public function deleteMultiple(array $cids);

        /** @return void */
        public function deleteAll();

        /**
         * @param string $cid
         * @return void
         */
        public function invalidate($cid);

        /**
         * @param list<string> $cids
         * @return void
         */
        public function invalidateMultiple(array $cids);

        /** @return void */
        public function invalidateAll();

        /** @return void */
        public function garbageCollection();

        /** @return void */
        public function removeBin();
    }

    interface CacheFactoryInterface
    {
        /**
         * @param string $bin
         * @return CacheBackendInterface
         */
        public function get($bin);
    }

    final class Cache
    {
        public const PERMANENT = CacheBackendInterface::CACHE_PERMANENT;
    }

    interface CacheTagsChecksumInterface
    {
        public const INVALID_CHECKSUM_WHILE_IN_TRANSACTION = -1;

        /**
         * @param list<string> $tags
         * @return int
         */
        public function getCurrentChecksum(array $tags);

        /**
         * @param int|string $checksum
         * @param list<string> $tags
         * @return bool
         */
        public function isValid($checksum, array $tags);

        /** @return void */
        public function reset();
    }

    interface CacheTagsInvalidatorInterface
    {
        /**
         * @param list<string> $tags
         * @return void
         */
        public function invalidateTags(array $tags);
    }

    /** Counts invalidations of each tag; those inside of a transaction are counted when it is complete. */
    final class DatabaseCacheTagsChecksum implements CacheTagsChecksumInterface, CacheTagsInvalidatorInterface
    {
        /** @var array<string, true> */
        private array $waiting = [];

        public function __construct(private readonly Connection $connection) {}

        public function invalidateTags(array $tags)
        {
            if (!$this->connection->inTransaction()) {
                array_map($this->count(...), $tags);
                return;
            }
            $this->waiting += array_fill_keys($tags, true);
            $this->connection->afterCommit(function () use ($tags): void {
                $this->waiting = [];
                array_map($this->count(...), $tags);
            });
        }

        public function getCurrentChecksum(array $tags)
        {
            return array_intersect_key($this->waiting, array_flip($tags)) === [] ? array_sum(array_map($this->counted(...), $tags)) : self::INVALID_CHECKSUM_WHILE_IN_TRANSACTION;
        }

        public function isValid($checksum, array $tags)
        {
            return (int) $checksum === $this->getCurrentChecksum($tags);
        }

        public function reset() {}

        private function counted(string $tag): int
        {
            $count = $this->connection->query('SELECT invalidations FROM {cachetags} WHERE tag = ?', [$tag])->fetchColumn();
            return is_numeric($count) ? (int) $count : 0;
        }

        private function count(string $tag): void
        {
            $this->connection->replace('cachetags', ['tag' => $tag, 'invalidations' => $this->counted($tag) + 1]);
        }
    }

    /** A bin in a table: strings as they are, all else by the serializer, and a column that says which; what is invalid has a time that is past. */
    class DatabaseBackend implements CacheBackendInterface
    {
        public const MAXIMUM_NONE = -1;
        public const MAX_ITEMS_PER_CACHE_SET = 100;
        public const DEFAULT_MAX_ROWS = 5000;

        /** @var string */
        protected $bin;

        /**
         * @param string $bin
         * @param int $maxRows
         */
        public function __construct(
            protected Connection $connection,
            protected CacheTagsChecksumInterface $checksumProvider,
            $bin,
            protected ObjectAwareSerializationInterface $serializer,
            protected TimeInterface $time,
            protected $maxRows = self::DEFAULT_MAX_ROWS,
        ) {
            $this->bin = "cache_$bin";
        }

        public function get($cid, $allow_invalid = false)
        {
            $cids = [$cid];
            return array_values($this->getMultiple($cids, $allow_invalid))[0] ?? false;
        }

        public function getMultiple(&$cids, $allow_invalid = false)
        {
            $items = [];
            if ($cids !== []) {
                $rows = $this->connection->query("SELECT * FROM {{$this->bin}} WHERE cid IN (" . implode(', ', array_fill(0, count($cids), '?')) . ')', $cids);
                while (is_object($row = $rows->fetchObject())) {
                    $item = $this->prepareItem($row, $allow_invalid); // @phpstan-ignore argument.type (the columns of the table)
                    if (is_object($item) && property_exists($item, 'cid') && is_string($item->cid)) {
                        $items[$item->cid] = $item;
                    }
                }
            }
            $cids = array_values(array_filter($cids, static fn(string $cid): bool => !isset($items[$cid])));
            return $items;
        }

        /**
         * @param object{data: mixed, expire: int|string}&stdClass $cache
         * @param bool $allow_invalid
         * @return object|false
         */
        protected function prepareItem($cache, $allow_invalid)
        {
            $row = (array) $cache;
            $expire = is_numeric($row['expire']) ? (int) $row['expire'] : 0;
            $row['tags'] = is_string($row['tags']) && $row['tags'] !== '' ? explode(' ', $row['tags']) : [];
            $row['valid'] = ($expire === Cache::PERMANENT || $expire >= $this->time->getRequestTime())
                && $this->checksumProvider->isValid(is_numeric($row['checksum']) ? (int) $row['checksum'] : 0, $row['tags']);
            if ($row['data'] === null || !$allow_invalid && !$row['valid']) {
                return false;
            }
            if (is_numeric($row['serialized']) && (int) $row['serialized'] === 1) {
                $row['data'] = $this->serializer::decode($row['data']);
            }
            return (object) $row;
        }

        public function set($cid, $data, $expire = Cache::PERMANENT, array $tags = [])
        {
            $this->setMultiple([$cid => ['data' => $data, 'expire' => $expire, 'tags' => $tags]]);
        }

        public function setMultiple(array $items)
        {
            $this->doSetMultiple($items);
        }

        /**
         * @param array<array{data: mixed, expire?: mixed, tags?: list<string>}> $items
         * @return void
         */
        protected function doSetMultiple(array $items)
        {
            foreach ($items as $cid => $item) {
                $tags = $item['tags'] ?? [];
                $checksum = $this->checksumProvider->getCurrentChecksum($tags);
                if ($checksum === CacheTagsChecksumInterface::INVALID_CHECKSUM_WHILE_IN_TRANSACTION) {
                    continue;
                }
                $isString = is_string($item['data']);
                $this->connection->replace($this->bin, [
                    'cid' => (string) $cid,
                    'data' => $isString ? $item['data'] : $this->serializer::encode($item['data']),
                    'expire' => is_numeric($item['expire'] ?? null) ? (int) $item['expire'] : Cache::PERMANENT,
                    'created' => round(microtime(true), 3),
                    'serialized' => $isString ? 0 : 1,
                    'tags' => implode(' ', $tags),
                    'checksum' => (string) $checksum,
                ]);
            }
        }

        public function delete($cid)
        {
            $this->deleteMultiple([$cid]);
        }

        public function deleteMultiple(array $cids)
        {
            $cids === [] || $this->connection->delete($this->bin)->condition('cid', $cids, 'IN')->execute();
        }

        public function deleteAll()
        {
            $this->connection->delete($this->bin)->execute();
        }

        public function invalidate($cid)
        {
            $this->invalidateMultiple([$cid]);
        }

        public function invalidateMultiple(array $cids)
        {
            foreach ($cids as $cid) {
                $this->connection->query("UPDATE {{$this->bin}} SET expire = ? WHERE cid = ?", [$this->time->getRequestTime() - 1, $cid]);
            }
        }

        public function invalidateAll()
        {
            $this->connection->query("UPDATE {{$this->bin}} SET expire = ?", [$this->time->getRequestTime() - 1]);
        }

        public function garbageCollection()
        {
            if ($this->maxRows !== static::MAXIMUM_NONE) {
                $oldest = $this->connection->query("SELECT created FROM {{$this->bin}} ORDER BY created DESC LIMIT 1 OFFSET ?", [$this->maxRows])->fetchColumn();
                is_numeric($oldest) && $this->connection->query("DELETE FROM {{$this->bin}} WHERE created <= ?", [$oldest]);
            }
            $this->connection->query("DELETE FROM {{$this->bin}} WHERE expire <> ? AND expire < ?", [Cache::PERMANENT, $this->time->getRequestTime()]);
        }

        public function removeBin()
        {
            $this->deleteAll();
        }
    }

    class DatabaseBackendFactory implements CacheFactoryInterface
    {
        public function __construct(
            protected Connection $connection,
            protected CacheTagsChecksumInterface $checksumProvider,
            protected Settings $settings,
            protected ObjectAwareSerializationInterface $serializer,
            protected TimeInterface $time,
        ) {}

        public function get($bin)
        {
            return new DatabaseBackend($this->connection, $this->checksumProvider, $bin, $this->serializer, $this->time, $this->getMaxRowsForBin($bin));
        }

        /**
         * @param string $bin
         * @return int
         */
        protected function getMaxRowsForBin($bin)
        {
            $limits = $this->settings::get('database_cache_max_rows', []);
            $limit = is_array($limits) ? $limits['default'] ?? null : null;
            return is_int($limit) ? $limit : DatabaseBackend::DEFAULT_MAX_ROWS;
        }
    }
}

namespace Drupal\Core\KeyValueStore {
    use Drupal\Component\Serialization\SerializationInterface;
    use Drupal\Core\Database\Connection;

    final readonly class DatabaseStorage
    {
        public function __construct(private string $collection, private SerializationInterface $serializer, private Connection $connection) {}

        public function get(string $key): mixed
        {
            $data = $this->connection->query('SELECT value FROM {key_value} WHERE collection = ? AND name = ?', [$this->collection, $key])->fetchColumn();
            return is_string($data) ? $this->serializer::decode($data) : null;
        }

        public function set(string $key, mixed $value): void
        {
            $this->connection->query('DELETE FROM {key_value} WHERE collection = ? AND name = ?', [$this->collection, $key]);
            $this->connection->query('INSERT INTO {key_value} (collection, name, value) VALUES (?, ?, ?)', [$this->collection, $key, $this->serializer::encode($value)]);
        }
    }
}
