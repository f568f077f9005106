<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Drupal;

use Closure;
use Drupal\Component\Serialization\PhpSerialize;
use Drupal\Core\Cache\DatabaseBackend as DrupalBackend;
use Drupal\Core\Cache\DatabaseBackendFactory as DrupalFactory;
use Drupal\Core\Cache\DatabaseCacheTagsChecksum;
use Drupal\Core\Database\Connection;
use Drupal\Core\Site\Settings;
use Lyo\Bridge\Drupal\CacheSerialization;
use Lyo\Bridge\Drupal\DatabaseBackend;
use Lyo\Bridge\Drupal\DatabaseBackendFactory;
use Lyo\Bridge\Drupal\Serialization;
use PDO;

/** A database that heads with Lyo and without it share: with core itself if DRUPAL_CORE names its folder, otherwise with the stand-in. */
final class Site
{
    /** What the table of a bin has, of core's columns. */
    private const TABLE = 'cid VARCHAR(190) PRIMARY KEY, data LONGBLOB, expire BIGINT NOT NULL, created DECIMAL(14, 3), serialized SMALLINT, tags TEXT, checksum VARCHAR(190)';

    /**
     * @param string $name what is tested
     * @param PDO $pdo for what the test itself reads and writes
     * @param Closure(): array{Connection, Closure(): int} $connect makes a connection, and what counts its queries
     */
    public function __construct(public readonly string $name, public readonly PDO $pdo, private readonly Closure $connect, public readonly Clock $clock) {}

    /** Loads core, or the stand-in. */
    public static function load(): string
    {
        $core = getenv('DRUPAL_CORE');
        if (is_string($core) && is_file("$core/core.services.yml")) {
            require_once __DIR__ . '/RealCore.php';
            return RealCore::load($core);
        }
        require_once __DIR__ . '/core.php';
        return 'a stand-in of core';
    }

    public static function sqlite(string $file, Clock $clock): self
    {
        $pdo = self::pdo("sqlite:$file");
        if (class_exists(RealCore::class, false)) {
            $site = new self('SQLite', $pdo, static fn(): array => RealCore::connect($file), $clock);
            $plain = $site->head(null);
            $plain->tags->invalidateTags(['none']); // core makes its tables when they are first written
            $plain->bin->set('none', 'none');
            $plain->bin->delete('none');
            return $site;
        }
        return self::standIn('SQLite', $pdo, static fn(): PDO => self::pdo("sqlite:$file"), $clock);
    }

    /** @param Closure(): PDO $connect */
    public static function standIn(string $name, PDO $pdo, Closure $connect, Clock $clock): self
    {
        foreach (['cache_default' => self::TABLE, 'cachetags' => 'tag VARCHAR(190) PRIMARY KEY, invalidations INT', 'key_value' => 'collection VARCHAR(128), name VARCHAR(128), value LONGBLOB'] as $table => $columns) {
            $pdo->exec("CREATE TABLE IF NOT EXISTS $table ($columns)");
        }
        return new self($name, $pdo, static function () use ($connect): array {
            $connection = new Connection($connect());
            return [$connection, static fn(): int => $connection->queries];
        }, $clock);
    }

    public static function pdo(string $source, ?string $user = null): PDO
    {
        $pdo = new PDO($source, $user, $user === null ? null : '', [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
        str_starts_with($source, 'sqlite:') && $pdo->exec('PRAGMA synchronous = off');
        return $pdo;
    }

    /**
     * @param string|class-string<DatabaseBackend>|null $writes a format for the bridge, a class in its place, or null for plain Drupal
     * @param int $rows how many rows the bin may have; -1 is any number
     */
    public function head(?string $writes, int $rows = -1): Head
    {
        [$connection, $queries] = ($this->connect)();
        $tags = new DatabaseCacheTagsChecksum($connection);
        $settings = new Settings(['hash_salt' => 'salt', 'state_cache' => true, 'database_cache_max_rows' => ['default' => $rows]]);
        if ($writes !== null && is_subclass_of($writes, DatabaseBackend::class)) {
            Serialization::configure(['writes' => 'lyo']);
            $bin = new $writes($connection, $tags, 'default', new CacheSerialization(), $this->clock, DrupalBackend::MAXIMUM_NONE);
        } elseif ($writes !== null) {
            [$format, $compress] = [...explode('+', $writes), null];
            Serialization::configure(['writes' => $format, 'compress' => $compress, 'min_size' => 100]);
            $bin = (new DatabaseBackendFactory($connection, $tags, $settings, new Serialization(), $this->clock))->get('default');
        } else {
            $bin = (new DrupalFactory($connection, $tags, $settings, new PhpSerialize(), $this->clock))->get('default');
        }
        return new Head($writes === null, $bin, $tags, $connection, $queries);
    }

    /** Returns the data of a row; null if there is none. */
    public function data(string $cid): ?string
    {
        $query = $this->pdo->prepare('SELECT data FROM cache_default WHERE cid = ?');
        $query->execute([$cid]);
        $data = $query->fetchColumn();
        return is_string($data) ? $data : null;
    }

    /** Writes other data into a row. */
    public function replace(string $cid, string $data): void
    {
        $query = $this->pdo->prepare('UPDATE cache_default SET data = ? WHERE cid = ?');
        $query->bindValue(1, $data, PDO::PARAM_LOB);
        $query->bindValue(2, $cid);
        $query->execute();
    }

    public function number(string $query): int
    {
        $rows = $this->pdo->query($query);
        $found = $rows === false ? null : $rows->fetchColumn();
        return is_numeric($found) ? (int) $found : -1;
    }
}
