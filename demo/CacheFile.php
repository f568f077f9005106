<?php

declare(strict_types=1);

namespace Lyo\Demo;

use PDO;
use RuntimeException;

/** A very simple cache: one SQLite file with one table of names and bytes. Each run has its own file. */
final class CacheFile
{
    private readonly PDO $database;

    private readonly string $path;

    public function __construct(string $folder)
    {
        $path = tempnam($folder, 'cache-');
        $this->path = $path !== false ? $path : throw new RuntimeException("cannot make a file in $folder");
        $this->database = new PDO('sqlite:' . $path, options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
        $this->database->exec('PRAGMA synchronous = OFF');
        $this->database->exec('CREATE TABLE cache (name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID');
    }

    public function __destruct()
    {
        unlink($this->path);
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

    /** Puts a copy there, in one step. */
    public function keep(string $path): void
    {
        if (!copy($this->path, "$this->path.copy") || !rename("$this->path.copy", $path)) {
            throw new RuntimeException("cannot write $path");
        }
    }

    public function bytes(): int
    {
        clearstatcache();

        return (int) filesize($this->path);
    }
}
