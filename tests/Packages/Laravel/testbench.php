<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Stands in for Orchestra Testbench, for Laravel's own tests (framework.php): an application in an empty folder, with the attributes that the tests
// of cache, sessions and queues use. With PACKAGE in the environment it has our service provider.

declare(strict_types=1);

namespace Orchestra\Testbench\Concerns {
    use Illuminate\Contracts\Console\Kernel;
    use Illuminate\Foundation\Application;
    use Illuminate\Foundation\Bootstrap\LoadConfiguration;
    use Illuminate\Foundation\Bootstrap\RegisterProviders;
    use Lyo\Laravel\LyoServiceProvider;
    use Orchestra\Testbench\Attributes\WithConfig;
    use Orchestra\Testbench\Attributes\WithMigration;
    use ReflectionClass;
    use ReflectionMethod;

    trait CreatesApplication
    {
        public function createApplication(): Application
        {
            $folder = sys_get_temp_dir() . '/lyo-testbench-' . getmypid();
            foreach (['bootstrap/cache', 'config', 'database/migrations', 'storage/framework/cache/data', 'storage/framework/sessions', 'storage/framework/views', 'storage/logs', 'storage/app/private'] as $part) {
                is_dir("$folder/$part") || mkdir("$folder/$part", 0700, true);
            }
            exec('rm -rf ' . escapeshellarg("$folder/storage/framework/cache/data") . '/*');
            RegisterProviders::flushState();
            $providers = [...getenv('PACKAGE') ? [LyoServiceProvider::class] : [], ...method_exists($this, 'getPackageProviders') ? $this->getPackageProviders(null) : []];
            $app = Application::configure($folder)->withProviders($providers, false)->withMiddleware()->withExceptions()->create();
            $app->afterBootstrapping(LoadConfiguration::class, function (Application $app): void {
                $app->make('config')->set([
                    'app.key' => 'base64:' . base64_encode(str_repeat('k', 32)),
                    'cache.default' => 'file',
                    'database.default' => getenv('DB_CONNECTION') ?: 'testing',
                    'database.connections.testing' => ['driver' => 'sqlite', 'database' => ':memory:', 'foreign_key_constraints' => false],
                    'queue.batching.database' => 'testing',
                    'queue.failed.database' => 'testing',
                    'queue.default' => getenv('QUEUE_CONNECTION') ?: 'sync',
                    'session.driver' => 'file',
                    'lyo.every_host_reads' => true,
                ] + (getenv('REDIS_PORT') === false ? [] : ['database.redis.default.port' => getenv('REDIS_PORT'), 'database.redis.cache.port' => getenv('REDIS_PORT')]));
                foreach ($this->attributesOf(WithConfig::class) as $with) {
                    $app->make('config')->set($with->name, $with->value);
                }
                method_exists($this, 'defineEnvironment') && $this->defineEnvironment($app);
            });
            $app->make(Kernel::class)->bootstrap();
            if ($this->attributesOf(WithMigration::class) !== []) {
                $app->make('migrator')->path(__DIR__ . '/migrations');
            }
            return $app;
        }

        /**
         * @template T of object
         *
         * @param class-string<T> $attribute
         *
         * @return list<T>
         */
        private function attributesOf(string $attribute): array
        {
            $found = [];
            for ($class = new ReflectionClass($this); $class !== false; $class = $class->getParentClass()) {
                array_push($found, ...$class->getAttributes($attribute));
            }
            array_push($found, ...(new ReflectionMethod($this, $this->name()))->getAttributes($attribute));
            return array_map(static fn(\ReflectionAttribute $one): object => $one->newInstance(), $found);
        }
    }
}

namespace Orchestra\Testbench {
    use Illuminate\Foundation\Application;
    use Illuminate\Foundation\Testing\DatabaseMigrations;
    use Illuminate\Foundation\Testing\RefreshDatabase;
    use Orchestra\Testbench\Attributes\RequiresEnv;
    use Orchestra\Testbench\Attributes\WithMigration;

    abstract class TestCase extends \Illuminate\Foundation\Testing\TestCase
    {
        use Concerns\CreatesApplication;

        protected function setUp(): void
        {
            foreach ($this->attributesOf(RequiresEnv::class) as $requires) {
                getenv($requires->name) === false && self::markTestSkipped("needs $requires->name");
            }
            $this->afterApplicationCreated(function (): void {
                $traits = class_uses_recursive($this);
                if ($this->attributesOf(WithMigration::class) !== [] && !isset($traits[RefreshDatabase::class]) && !isset($traits[DatabaseMigrations::class])) {
                    $this->artisan('migrate')->run();
                }
                $this->defineDatabaseMigrations();
                $this->defineDatabaseMigrationsAfterDatabaseRefreshed();
            });
            parent::setUp();
        }

        /** @param Application $app */
        protected function defineEnvironment($app) {}

        protected function defineDatabaseMigrations() {}

        protected function defineDatabaseMigrationsAfterDatabaseRefreshed() {}

        /**
         * @param Application|null $app
         *
         * @return list<class-string>
         */
        protected function getPackageProviders($app)
        {
            return [];
        }

        protected function beforeApplicationDestroyed(callable $callback): void
        {
            array_unshift($this->beforeApplicationDestroyedCallbacks, $callback); // the last one first
        }

        /** @param string|bool $condition */
        protected function markTestSkippedUnless($condition, string $message): void
        {
            $condition || self::markTestSkipped($message);
        }

        /** @param string|bool $condition */
        protected function markTestSkippedWhen($condition, string $message): void
        {
            $condition && self::markTestSkipped($message);
        }
    }
}

namespace Orchestra\Testbench\Attributes {
    use Attribute;

    #[Attribute(Attribute::TARGET_CLASS | Attribute::TARGET_METHOD | Attribute::IS_REPEATABLE)]
    final class WithConfig
    {
        public function __construct(public readonly string $name, public readonly mixed $value) {}
    }

    #[Attribute(Attribute::TARGET_CLASS | Attribute::TARGET_METHOD | Attribute::IS_REPEATABLE)]
    final class WithMigration
    {
        public function __construct(string ...$kinds) {}
    }

    #[Attribute(Attribute::TARGET_CLASS | Attribute::TARGET_METHOD | Attribute::IS_REPEATABLE)]
    final class RequiresEnv
    {
        public function __construct(public readonly string $name) {}
    }
}
