<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Tests\Support;

use Illuminate\Contracts\Console\Kernel;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Bootstrap\RegisterProviders;
use Lyo\Laravel\LyoServiceProvider;

/**
 * Applications in one folder, which share their stores.
 */
final class Site
{
    public static function create(string $folder): void
    {
        foreach (['bootstrap/cache', 'database/migrations', 'storage/framework/cache/data', 'storage/framework/sessions', 'storage/framework/views', 'storage/logs', 'storage/app/private'] as $part) {
            mkdir("$folder/$part", 0700, true);
        }
        touch("$folder/site.sqlite");
    }

    /**
     * @param  array<string, mixed>  $config
     * @param  list<class-string>  $providers  of other packages
     */
    public static function application(string $folder, array $config, bool $package, array $providers = []): Application
    {
        RegisterProviders::flushState(); // they would stay for the next application
        $app = Application::configure($folder)->withProviders([...$package ? [LyoServiceProvider::class] : [], ...$providers], false)->withExceptions()->create();
        $config += [
            'app.key' => 'base64:'.base64_encode(str_repeat('k', 32)),
            'cache.prefix' => 'site:',
            'cache.default' => 'file',
            'database.default' => 'sqlite',
            'database.connections.sqlite' => ['driver' => 'sqlite', 'database' => "$folder/site.sqlite", 'prefix' => '', 'busy_timeout' => 10000, 'synchronous' => 'off'],
            'database.redis.client' => 'predis',
            'logging.default' => 'single',
            'logging.channels.single.path' => "$folder/storage/logs/laravel.log",
            'session.driver' => 'file',
            'session.cookie' => 'site',
            'queue.default' => 'database',
        ];
        $app->beforeBootstrapping(RegisterProviders::class, static function (Application $app) use ($config): void {
            foreach ($config as $name => $value) {
                $app->make('config')->set($name, $value);
            }
        });
        $app->make(Kernel::class)->bootstrap();

        return $app;
    }
}
