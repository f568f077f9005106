<?php

declare(strict_types=1);

namespace Lyo\Demo;

use PDO;
use RuntimeException;

/** A cache of the plainest kind: one SQLite file with one table of names and bytes. */
final class CacheFile
{
    private readonly PDO $database;

    public function __construct(private readonly string $path)
    {
        if (is_file($path)) {
            unlink($path);
        }
        $this->database = new PDO('sqlite:' . $path, options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
        $this->database->exec('PRAGMA synchronous = OFF');
        $this->database->exec('CREATE TABLE cache (name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID');
    }

    public function set(string $name, string $bytes): void
    {
        $insert = $this->database->prepare('INSERT OR REPLACE INTO cache VALUES (?, ?)');
        $insert->bindValue(1, $name);
        $insert->bindValue(2, $bytes, PDO::PARAM_LOB);
        $insert->execute();
    }

    public function get(string $name): string
    {
        $select = $this->database->prepare('SELECT value FROM cache WHERE name = ?');
        $select->execute([$name]);
        $bytes = $select->fetchColumn();

        return is_string($bytes) ? $bytes : throw new RuntimeException("$name is not in the cache");
    }

    public function bytes(): int
    {
        clearstatcache();

        return (int) filesize($this->path);
    }
}
