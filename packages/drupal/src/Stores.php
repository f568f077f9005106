<?php

declare(strict_types=1);

namespace Drupal\lyo;

use Drupal\Core\Cache\Cache;
use Drupal\Core\Database\Connection;
use Drupal\Core\Database\Query\SelectInterface;
use Lyo\Bridge\Drupal\Packed;
use Lyo\Bridge\Packer;
use Lyo\Format;

/**
 * The tables in which values are: key-value stores, and bins of the cache.
 */
class Stores {

  /**
   * What a value is recognised by: as many bytes from its beginning.
   */
  protected const HEAD = 64;

  /**
   * Constructs the stores.
   *
   * @param \Drupal\Core\Database\Connection $database
   *   The database of the site.
   * @param array<string, string> $bins
   *   The bins of the modules that are installed, by service.
   */
  public function __construct(protected Connection $database, protected array $bins = []) {}

  /**
   * Returns the tables of key-value stores, which cannot be computed again.
   *
   * @return list<string>
   *   Those that exist.
   */
  public function keyValue(): array {
    return array_values(array_filter(['key_value', 'key_value_expire'], $this->database->schema()->tableExists(...)));
  }

  /**
   * Returns the tables of the bins in the database.
   *
   * @return list<string>
   *   Also those of bins that no module has any more.
   */
  public function caches(): array {
    $schema = $this->database->schema();
    // SQLite finds no table if there is no prefix.
    $names = array_unique([
      ...array_map(static fn(string $bin): string => "cache_$bin", array_values($this->bins)),
      ...array_values($schema->findTables('cache_%')),
    ]);
    $tables = array_filter($names, static fn(string $table): bool => str_starts_with($table, 'cache_')
      && $schema->tableExists($table)
      && $schema->fieldExists($table, 'data')
      && $schema->fieldExists($table, 'serialized'));
    sort($tables);
    return $tables;
  }

  /**
   * Tells whether a table is one of the cache.
   */
  public function isCache(string $table): bool {
    return str_starts_with($table, 'cache_');
  }

  /**
   * Returns the column with the value.
   */
  public function column(string $table): string {
    return $this->isCache($table) ? 'data' : 'value';
  }

  /**
   * Returns the columns of the primary key.
   *
   * @return list<string>
   *   One for the cache, two for key-value stores.
   */
  public function keys(string $table): array {
    return $this->isCache($table) ? ['cid'] : ['collection', 'name'];
  }

  /**
   * Returns rows in the order of their keys, without their values.
   *
   * @param string $table
   *   The table.
   * @param list<string>|null $after
   *   The key of the last row that was seen; NULL to begin.
   * @param int $limit
   *   How many rows at most.
   *
   * @return list<array{key: list<string>, format: string, bytes: int, tags: int}>
   *   The format is native, lyo, igbinary, the name of a compression, unknown,
   *   or text for what the cache stores as it is.
   */
  public function rows(string $table, ?array $after = NULL, int $limit = 1000): array {
    $keys = $this->keys($table);
    $query = $this->database->select($table, 't')->fields('t', $keys)->range(0, $limit);
    array_map($query->orderBy(...), $keys);
    $blob = $this->database->databaseType() === 'sqlite' ? "CAST([{$this->column($table)}] AS BLOB)" : "[{$this->column($table)}]";
    $query->addExpression("SUBSTR($blob, 1, " . self::HEAD . ')', 'head');
    $query->addExpression("LENGTH($blob)", 'bytes');
    if ($this->isCache($table)) {
      $query->fields('t', ['serialized']);
      $query->addExpression('LENGTH([tags])', 'size_of_tags');
    }
    $after === NULL || $this->continue($query, $keys, $after);
    $rows = [];
    foreach ($query->execute() as $row) {
      $row = (array) $row;
      $rows[] = [
        'key' => array_map(static fn(string $key): string => (string) $row[$key], $keys),
        'format' => ($row['serialized'] ?? 1) ? static::format($this->bytes($row['head']), $this->isCache($table)) : 'text',
        'bytes' => (int) $row['bytes'],
        'tags' => (int) ($row['size_of_tags'] ?? 0),
      ];
    }
    return $rows;
  }

  /**
   * Counts rows and bytes by table and format.
   *
   * @return array<string, array<string, array{rows: int, bytes: int, tags: int}>>
   *   By table, then by format.
   */
  public function sizes(): array {
    $sizes = [];
    foreach ([...$this->keyValue(), ...$this->caches()] as $table) {
      $after = NULL;
      while (($rows = $this->rows($table, $after)) !== []) {
        foreach ($rows as $row) {
          $of = $sizes[$table][$row['format']] ?? ['rows' => 0, 'bytes' => 0, 'tags' => 0];
          $sizes[$table][$row['format']] = [
            'rows' => $of['rows'] + 1,
            'bytes' => $of['bytes'] + $row['bytes'],
            'tags' => $of['tags'] + $row['tags'],
          ];
        }
        $after = end($rows)['key'];
      }
    }
    return $sizes;
  }

  /**
   * Returns the share of tags in the bytes of all bins, in percent.
   *
   * @param array<string, array<string, array{rows: int, bytes: int, tags: int}>> $sizes
   *   What sizes() has returned.
   */
  public static function shareOfTags(array $sizes): float {
    $bytes = $tags = 0;
    foreach ($sizes as $table => $formats) {
      $bytes += str_starts_with($table, 'key_value') ? 0 : array_sum(array_column($formats, 'bytes'));
      $tags += array_sum(array_column($formats, 'tags'));
    }
    return $tags === 0 ? 0.0 : round(100 * $tags / ($bytes + $tags), 1);
  }

  /**
   * Returns one row with its value.
   *
   * @param string $table
   *   The table.
   * @param list<string> $key
   *   Its key.
   *
   * @return array<string, mixed>|null
   *   The value as "value", and for a cache its "expire"; NULL if there is no
   *   such row any more.
   */
  public function row(string $table, array $key): ?array {
    $query = $this->database->select($table, 't');
    $query->addField('t', $this->column($table), 'value');
    $this->isCache($table) && $query->fields('t', ['expire']);
    foreach (array_combine($this->keys($table), $key) as $column => $is) {
      $query->condition($column, $is);
    }
    $row = $query->execute()?->fetchAssoc();
    return is_array($row) ? ['value' => $this->bytes($row['value'])] + $row : NULL;
  }

  /**
   * Writes a row, unless its value has changed since it was read.
   *
   * @param string $table
   *   The table.
   * @param list<string> $key
   *   Its key.
   * @param string $was
   *   The value that was read.
   * @param array<string, mixed> $fields
   *   The columns that change; none to delete the row.
   *
   * @return bool
   *   Whether it was written.
   */
  public function replace(string $table, array $key, string $was, array $fields): bool {
    $query = $fields === [] ? $this->database->delete($table) : $this->database->update($table)->fields($fields);
    foreach (array_combine($this->keys($table), $key) as $column => $is) {
      $query->condition($column, $is);
    }
    $column = $this->column($table);
    // PostgreSQL takes a condition for text, and text has no such bytes.
    $this->database->databaseType() === 'pgsql'
      ? $query->where("ENCODE(SHA256([$column]), 'hex') = :was", [':was' => hash('sha256', $was)])
      : $query->condition($column, $was);
    return $query->execute() > 0;
  }

  /**
   * Deletes what plain Drupal misses in caches.
   */
  public function forget(): void {
    foreach ($this->caches() as $table) {
      // Their time of expiry has the mark of the bridge.
      $this->database->delete($table)->condition('expire', Cache::PERMANENT, '<')->execute();
    }
  }

  /**
   * Returns the format of a value, from its first bytes.
   *
   * @param string $head
   *   These bytes.
   * @param bool $isCache
   *   Whether the value is of a cache, where the text of a string has what
   *   plain Drupal misses. In key-value stores it is a string.
   */
  public static function format(string $head, bool $isCache = TRUE): string {
    $data = $isCache ? Packed::data($head) : $head;
    if (Packer::isText($data)) {
      return 'native';
    }
    return match ($format = Format::guess($data)) {
      Format::Lyo, Format::LyoCarrier => 'lyo',
      Format::Igbinary1, Format::Igbinary2 => 'igbinary',
      Format::Zlib, Format::Gzip, Format::Zstd => $format->value,
      default => 'unknown',
    };
  }

  /**
   * Leaves out the rows up to a key.
   *
   * @param \Drupal\Core\Database\Query\SelectInterface $query
   *   The query.
   * @param list<string> $keys
   *   The columns of the key, one or two.
   * @param list<string> $after
   *   The key.
   */
  protected function continue(SelectInterface $query, array $keys, array $after): void {
    if (count($keys) === 1) {
      $query->condition($keys[0], $after[0], '>');
      return;
    }
    $same = $query->andConditionGroup()->condition($keys[0], $after[0])->condition($keys[1], $after[1], '>');
    $query->condition($query->orConditionGroup()->condition($keys[0], $after[0], '>')->condition($same));
  }

  /**
   * Returns what a driver has read as bytes: PostgreSQL returns a stream.
   */
  protected function bytes(mixed $read): string {
    return is_resource($read) ? (string) stream_get_contents($read) : (string) $read;
  }

}
