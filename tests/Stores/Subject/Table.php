<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Stores\Subject;

use Lyo\Tests\Stores\Subject;
use PDO;
use PDOStatement;

/** A table as Drupal's cache has it: other columns, an end in seconds, a mark of strings that were not serialized. */
final class Table implements Subject
{
    private readonly PDO $database;
    /** @var array<string, PDOStatement> */
    private array $statements = [];
    private readonly string $driver;

    /** @param bool $text the column takes text only, as Laravel's does */
    public function __construct(private readonly string $dsn, private readonly bool $text = false)
    {
        $this->database = new PDO($dsn, str_starts_with($dsn, 'mysql') ? 'root' : null, null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
        $this->driver = strstr($dsn, ':', true) ?: '';
        $this->driver !== 'sqlite' || $this->database->exec('PRAGMA synchronous = OFF'); // as the disks of tests are
        $name = $this->name();
        $bytes = ['sqlite' => 'BLOB', 'mysql' => 'LONGBLOB', 'pgsql' => 'BYTEA'][$this->driver] ?? 'BLOB';
        $changed = $this->driver === 'mysql' ? ', changed TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP' : '';
        $options = $this->driver === 'mysql' ? ' CHARACTER SET utf8mb4' : '';
        $this->database->exec("CREATE TABLE IF NOT EXISTS $name (cid VARCHAR(190) NOT NULL PRIMARY KEY, data " . ($text ? ($this->driver === 'mysql' ? 'LONGTEXT' : 'TEXT') : $bytes) . ", expire BIGINT, tags VARCHAR(190)$changed)$options");
    }

    public function source(): array
    {
        return [$this->dsn, '--table=' . $this->name(), ...$this->driver === 'mysql' ? ['--user=root'] : []];
    }

    public function clear(): void
    {
        $this->database->exec("DELETE FROM {$this->name()}");
    }

    public function put(string $key, string $data, ?int $seconds = null): void
    {
        $update = $this->run("UPDATE {$this->name()} SET data = ?, expire = ?, tags = ? WHERE cid = ?", [$data, $seconds === null ? -1 : time() + $seconds, "tag of $key", $key], 0);
        if ($update->rowCount() === 0 && $this->raw($key) !== $data) {
            $this->run("INSERT INTO {$this->name()} (cid, data, expire, tags) VALUES (?, ?, ?, ?)", [$key, $data, $seconds === null ? -1 : time() + $seconds, "tag of $key"], 1);
        }
    }

    public function raw(string $key): ?string
    {
        $data = $this->row('data', $key)[0] ?? null;

        return is_string($data) ? $data : null;
    }

    public function life(string $key): ?float
    {
        $end = $this->row('expire', $key)[0] ?? null;

        return is_numeric($end) && (int) $end > 0 ? (float) ((int) $end - time()) : null;
    }

    public function rest(string $key): string
    {
        $columns = 'cid, expire, tags' . ($this->driver === 'mysql' ? ', changed' : '') . ($this->driver === 'sqlite' ? ', typeof(data)' : '');

        return (string) json_encode($this->row($columns, $key));
    }

    public function takesBytes(): bool
    {
        return !$this->text;
    }

    private function name(): string
    {
        return $this->text ? 'cache_text' : 'cache_bytes';
    }

    /** @return list<mixed> */
    private function row(string $columns, string $key): array
    {
        $statement = $this->run("SELECT $columns FROM {$this->name()} WHERE cid = ?", [$key]);
        $row = $statement->fetch(PDO::FETCH_NUM);
        $row = array_map(static fn(mixed $cell): mixed => is_resource($cell) ? stream_get_contents($cell) : $cell, is_array($row) ? $row : []);
        $statement->closeCursor(); // or SQLite lets nobody write

        return $row;
    }

    /**
     * @param list<string|int> $values
     * @param int|null $bytes which of them are bytes
     */
    private function run(string $sql, array $values, ?int $bytes = null): PDOStatement
    {
        $statement = $this->statements[$sql] ??= $this->database->prepare($sql);
        foreach ($values as $i => $value) {
            $statement->bindValue($i + 1, $value, $i === $bytes && !$this->text && $this->driver !== 'sqlite' ? PDO::PARAM_LOB : PDO::PARAM_STR);
        }
        $statement->execute();

        return $statement;
    }
}
