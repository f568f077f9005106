<?php

use Illuminate\Database\Migrations\Migration;
use Illuminate\Support\Facades\DB;
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
        $store = config('cache.stores.database');
        $connection = Schema::connection($store['connection'] ?? null)->getConnection();
        $type = $types[$connection->getDriverName()] ?? null; // SQLite holds bytes in every column
        if ($type === null) {
            return;
        }
        $table = $connection->getSchemaGrammar()->wrapTable($store['table'] ?? 'cache');
        $connection->table($store['table'] ?? 'cache')->delete();
        $connection->statement($connection->getDriverName() === 'pgsql' ? "ALTER TABLE $table ALTER COLUMN value TYPE $type" : "ALTER TABLE $table MODIFY value $type");
    }
};
