<?php

use Illuminate\Database\Migrations\Migration;
use Illuminate\Support\Facades\Schema;

/**
 * Lets the column "value" of the cache hold bytes, for LYO_BINARY_COLUMNS=true. Items are lost: it is a cache.
 */
return new class extends Migration
{
    public function up(): void
    {
        $this->change(['mysql' => 'MEDIUMBLOB NOT NULL', 'mariadb' => 'MEDIUMBLOB NOT NULL', 'pgsql' => "BYTEA USING ''::bytea"]);
    }

    public function down(): void
    {
        $this->change(['mysql' => 'MEDIUMTEXT NOT NULL', 'mariadb' => 'MEDIUMTEXT NOT NULL', 'pgsql' => "TEXT USING ''"]);
    }

    /**
     * @param  array<string, string>  $types  by driver
     */
    private function change(array $types): void
    {
        $connection = Schema::connection(self::setting('connection', null))->getConnection();
        $type = $types[$connection->getDriverName()] ?? null; // SQLite holds bytes in every column
        if ($type === null) {
            return;
        }
        $table = self::setting('table', 'cache') ?? 'cache';
        $name = $connection->getSchemaGrammar()->wrapTable($table);
        $connection->table($table)->delete();
        $connection->statement($connection->getDriverName() === 'pgsql' ? "ALTER TABLE $name ALTER COLUMN value TYPE $type" : "ALTER TABLE $name MODIFY value $type");
    }

    private static function setting(string $name, ?string $default): ?string
    {
        $value = config("cache.stores.database.$name");

        return is_string($value) ? $value : $default;
    }
};
