<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace App;

use Illuminate\Auth\AuthServiceProvider;
use Illuminate\Bus\BusServiceProvider;
use Illuminate\Cache\CacheServiceProvider;
use Illuminate\Cookie\CookieServiceProvider;
use Illuminate\Database\DatabaseManager;
use Illuminate\Database\DatabaseServiceProvider;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Encryption\EncryptionServiceProvider;
use Illuminate\Events\EventServiceProvider;
use Illuminate\Filesystem\FilesystemServiceProvider;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Bootstrap\LoadConfiguration;
use Illuminate\Hashing\HashServiceProvider;
use Illuminate\Http\Request;
use Illuminate\Pagination\PaginationServiceProvider;
use Illuminate\Queue\QueueServiceProvider;
use Illuminate\Session\SessionServiceProvider;
use Illuminate\Support\Carbon;
use Illuminate\Support\Facades\Facade;
use Illuminate\Translation\TranslationServiceProvider;
use Illuminate\Validation\ValidationServiceProvider;

/** The application: the framework's own configuration, a database in memory, files below storage/. */
final class Site
{
    private const PROVIDERS = [
        EventServiceProvider::class, FilesystemServiceProvider::class, DatabaseServiceProvider::class, EncryptionServiceProvider::class, CookieServiceProvider::class,
        CacheServiceProvider::class, SessionServiceProvider::class, QueueServiceProvider::class, BusServiceProvider::class, HashServiceProvider::class, AuthServiceProvider::class,
        TranslationServiceProvider::class, ValidationServiceProvider::class, PaginationServiceProvider::class,
    ];

    public static function start(string $folder, string $now): Application
    {
        $app = new Application($folder);
        (new LoadConfiguration())->bootstrap($app);
        $app['config']->set([
            'app.key' => str_repeat('k', 32), 'cache.default' => 'file', 'session.driver' => 'file', 'queue.default' => 'database',
            'database.default' => 'sqlite', 'database.connections.sqlite.database' => ':memory:',
        ]);
        Facade::setFacadeApplication($app);
        foreach (self::PROVIDERS as $provider) {
            $app->register($provider);
        }
        $app->instance('request', Request::create('https://example.com/posts'));
        $app->boot();
        Carbon::setTestNow(Carbon::parse($now, 'UTC'));
        Model::unguard();
        (new Seeder($app->make(DatabaseManager::class)->connection()->getSchemaBuilder()))->run();

        return $app;
    }
}
