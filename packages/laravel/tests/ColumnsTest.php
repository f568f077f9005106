<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Tests;

use Illuminate\Contracts\Console\Kernel;
use Illuminate\Database\Connection;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Foundation\Application;
use Lyo\Format;
use Lyo\Laravel\Tests\Support\Servers;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestDox;

/**
 * Text columns and binary columns.
 */
final class ColumnsTest extends ApplicationTestCase
{
    /**
     * @return array<string, array{string}>
     */
    public static function databases(): array
    {
        return ['MariaDB' => ['mysql'], 'PostgreSQL' => ['pgsql']];
    }

    #[TestDox('In a text column lyo is in Base64; the migration makes it binary, and then lyo takes its own bytes')]
    #[DataProvider('databases')]
    public function test_migration(string $driver): void
    {
        if (! \extension_loaded("pdo_$driver")) {
            self::markTestSkipped("needs the extension pdo_$driver");
        }
        $connection = $driver === 'mysql'
            ? ['driver' => 'mysql', 'unix_socket' => Servers::mariaDb(), 'database' => 'test', 'username' => 'root', 'password' => '', 'charset' => 'utf8mb4', 'collation' => 'utf8mb4_unicode_ci', 'strict' => true]
            : ['driver' => 'pgsql', 'host' => Servers::postgreSql(), 'port' => 5432, 'database' => 'postgres', 'username' => 'postgres', 'password' => '', 'charset' => 'utf8'];
        $config = ['database.default' => 'site', 'database.connections.site' => $connection, 'cache.default' => 'database', 'cache.stores.database.connection' => null];
        $app = $this->application($config);
        $database = $app->make('db')->connection();
        $database->getSchemaBuilder()->dropIfExists('cache');
        $database->getSchemaBuilder()->dropIfExists('migrations');
        $database->getSchemaBuilder()->create('cache', static function (Blueprint $table): void {
            $table->string('key')->primary();
            $table->mediumText('value');
            $table->bigInteger('expiration');
        });
        $values = ['rows' => array_map(static fn (int $id): array => ['id' => $id, 'name' => "name $id"], range(1, 60)), 'bytes' => ["\xC1\x10\0\xFF"], 'text' => 'text', 'bare' => "\xFF\0", 'count' => 5];

        $this->check($app, $values);
        self::assertSame(self::automatic() === 'lyo' ? 'base64' : 'native', $this->stored($database, 'rows'));
        $this->check($this->application(['cache.stores.database.writes' => 'lyo'] + $config), $values);
        self::assertSame('base64', $this->stored($database, 'rows'));

        copy(dirname(__DIR__).'/database/migrations/2026_01_01_000000_make_cache_values_binary.php', "$this->folder/database/migrations/2026_01_01_000000_make_cache_values_binary.php");
        self::assertSame(0, $app->make(Kernel::class)->call('migrate', ['--force' => true]), $app->make(Kernel::class)->output());
        $binary = $this->application(['lyo.binary_columns' => true] + $config);
        $this->check($binary, $values);
        self::assertSame(self::automatic(), $this->stored($database, 'rows'));
        $this->check($this->application(['lyo.binary_columns' => true, 'lyo.writes' => 'native'] + $config), $values);
        self::assertSame('native', $this->stored($database, 'rows'));
        $this->check($this->application(['lyo.binary_columns' => true, 'lyo.writes' => 'lyo'] + $config), $values);
        self::assertSame('lyo', $this->stored($database, 'rows'));
        if ($driver === 'mysql') { // a plain host may stay
            $plain = $this->application($config, package: false)->make('cache')->store();
            self::assertNull($plain->get('rows'));
            self::assertTrue($plain->put('rows', $values['rows'], 600));
            self::assertSame($values['rows'], $plain->get('rows'));
            self::assertSame($values['rows'], $binary->make('cache')->store()->get('rows'));
        }

        self::assertSame(0, $app->make(Kernel::class)->call('migrate:rollback', ['--force' => true]));
        $this->check($app, $values);
        self::assertSame(self::automatic() === 'lyo' ? 'base64' : 'native', $this->stored($database, 'rows'));
    }

    /**
     * @param  array<string, mixed>  $values
     */
    private function check(Application $app, array $values): void
    {
        $cache = $app->make('cache')->store();
        foreach ($values as $key => $value) {
            $cache->forget($key);
            self::assertTrue($cache->put($key, $value, 600), $key);
            self::assertSame($value, $cache->get($key), $key);
        }
        self::assertSame($values, $cache->many(array_keys($values)));
        self::assertSame(6, $cache->increment('count'));
        $cache->forget('add');
        self::assertTrue($cache->add('add', ["\0x\xFF"], 600));
        self::assertFalse($cache->add('add', ['y'], 600));
        self::assertSame(["\0x\xFF"], $cache->get('add'));
    }

    private function stored(Connection $database, string $key): string
    {
        $value = $database->table('cache')->where('key', "site:$key")->value('value');
        $value = is_resource($value) ? stream_get_contents($value) : $value;
        self::assertIsString($value);

        return Format::detect($value)->value ?? (base64_decode($value, true) !== false ? 'base64' : 'unknown');
    }
}
