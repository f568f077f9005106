<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Tests;

use Illuminate\Cache\ArrayStore;
use Illuminate\Cache\CacheManager;
use Illuminate\Cache\Repository;
use Illuminate\Contracts\Console\Kernel;
use Illuminate\Foundation\Application;
use Illuminate\Session\Store;
use Lyo\Format;
use Lyo\Laravel\LyoServiceProvider;
use PHPUnit\Framework\Attributes\TestDox;
use Symfony\Component\Console\Output\BufferedOutput;

final class CommandTest extends ApplicationTestCase
{
    #[TestDox('lyo:status and about say what this process writes, and why')]
    public function test_status(): void
    {
        $this->place('database');
        $app = $this->application(['cache.default' => 'database', 'cache.stores.odd' => ['driver' => 'apc', 'writes' => 'lyo'], 'cache.stores.mine' => ['driver' => 'file', 'path' => $this->folder, 'writes' => 'native']]);
        [$status, $output] = self::command($app, 'lyo:status');
        self::assertSame(0, $status);
        self::assertMatchesRegularExpression('/Extension lyo \.+ '.(\extension_loaded('lyo') ? '\d' : 'not loaded').'/', $output);
        self::assertMatchesRegularExpression('/Cache "database" is written as \.+ '.self::automatic().'/', $output);
        self::assertMatchesRegularExpression('/\| database +\| database +\| '.self::automatic().' /', $output);
        self::assertMatchesRegularExpression('/\| file +\| file +\| native +\| '.(\extension_loaded('lyo') ? 'until LYO_EVERY_HOST_READS' : 'the extension is not loaded').'/', $output);
        self::assertMatchesRegularExpression('/\| odd .*"writes" has no effect/', $output);
        self::assertMatchesRegularExpression('/\| mine +\| file +\| native +\| +\|/', $output);

        [, $output] = self::command($app, 'about', ['--only' => 'lyo']);
        self::assertStringContainsString('Queued jobs are written as', $output);
    }

    #[TestDox('A package that extends a driver wins, earlier or later, and lyo:status says so')]
    public function test_other_packages(): void
    {
        $app = $this->application();
        $app->make(CacheManager::class)->extend('file', fn (): Repository => new Repository(new ArrayStore));
        [, $output] = self::command($app, 'lyo:status');
        self::assertMatchesRegularExpression('/\| file +\| file +\| - +\| made by another package: Illuminate.Cache.ArrayStore/', $output);

        $app = $this->application(package: false);
        $app->make(CacheManager::class)->extend('file', fn (): Repository => new Repository(new ArrayStore));
        $app->register(LyoServiceProvider::class);
        self::assertInstanceOf(ArrayStore::class, $app->make(CacheManager::class)->store('file')->getStore());
    }

    #[TestDox('phpredis that serializes by itself is left to itself, with a hint')]
    public function test_phpredis(): void
    {
        if (! \extension_loaded('redis')) {
            self::markTestSkipped('needs the extension redis');
        }
        $place = $this->place('redis');
        $config = ['cache.stores.place' => $place->config, 'database.redis.client' => 'phpredis', 'database.redis.options.serializer' => \Redis::SERIALIZER_PHP, 'lyo.every_host_reads' => true] + $place->others;
        $app = $this->application($config);
        $app->make('cache')->store('place')->put('list', ['x' => 1], 600);
        self::assertSame(['x' => 1], $app->make('cache')->store('place')->get('list'));
        self::assertSame(serialize(['x' => 1]), ($place->read)('list'));
        [, $output] = self::command($app, 'lyo:status');
        self::assertMatchesRegularExpression('/\| place .*phpredis serializes by itself: take "serializer" out/', $output);

        $without = $this->application(['database.redis.options.serializer' => null] + $config);
        self::assertSame(['x' => 1], $without->make('cache')->store('place')->get('list'));
    }

    #[TestDox('lyo:stat counts formats, and lyo:convert converts stores and sessions; then plain Laravel reads them')]
    public function test_convert(): void
    {
        $database = $this->place('database');
        $app = $this->application(['cache.default' => 'database', 'cache.stores.file.path' => "$this->folder/files", 'lyo.writes' => 'lyo', 'lyo.session.writes' => 'lyo']);
        $rows = array_map(static fn (int $id): array => ['id' => $id, 'name' => "name $id"], range(1, 20));
        foreach (['database', 'file'] as $store) {
            for ($i = 0; $i < 10; $i++) {
                $app->make('cache')->store($store)->put("rows-$i", $rows, 600);
            }
        }
        $session = self::session($app);
        $session->setId(str_repeat('a', 40));
        $session->put('user', 5);
        $session->save();

        [$status, $output] = self::command($app, 'lyo:stat', ['--format' => 'json', 'store' => ['database']]);
        self::assertSame(0, $status, $output);
        self::assertStringContainsString('> lyo"', $output);
        self::assertStringNotContainsString('> native"', $output);
        [$status, $output] = self::command($app, 'lyo:stat', ['store' => ['nothing']]);
        self::assertSame(2, $status, $output);
        self::assertStringContainsString('There is no store "nothing"', $output);

        [$status, $output] = self::command($app, 'lyo:convert', ['--to' => 'native', '--dry-run' => true, 'store' => ['database', 'file', 'sessions']]);
        self::assertSame(0, $status, $output);
        self::assertSame(Format::Lyo, Format::detect((string) ($database->read)('rows-1')));
        [$status, $output] = self::command($app, 'lyo:convert', ['--to' => 'native', 'store' => ['file']]);
        self::assertSame(0, $status, $output);
        [$status, $output] = self::command($app, 'lyo:convert', ['--to' => 'native']); // the default store, and the sessions
        self::assertSame(0, $status, $output);
        self::assertSame(Format::Native, Format::detect((string) ($database->read)('rows-1')));
        $plain = $this->application(['cache.stores.file.path' => "$this->folder/files"], package: false);
        foreach (['database', 'file'] as $store) {
            for ($i = 0; $i < 10; $i++) {
                self::assertSame($rows, $plain->make('cache')->store($store)->get("rows-$i"), $store);
            }
        }
        $session = self::session($plain);
        $session->setId(str_repeat('a', 40));
        $session->start();
        self::assertSame(5, $session->get('user'));
        self::assertSame([], $this->log());
    }

    private static function session(Application $app): Store
    {
        $session = $app->make('session')->driver();
        self::assertInstanceOf(Store::class, $session);

        return $session;
    }

    /**
     * @param  array<string, mixed>  $input
     * @return array{int, string} status and output
     */
    private static function command(Application $app, string $command, array $input = []): array
    {
        $output = new BufferedOutput;
        $status = $app->make(Kernel::class)->call($command, $input + ['--no-interaction' => true], $output);

        return [$status, $output->fetch()];
    }
}
