<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Tests of Laravel: in the copies that run.php makes, the names of its classes are aliases of these classes of ours, which write the format APPS_WRITER.

declare(strict_types=1);

namespace Lyo\Tests\Apps\Laravel {
    use Lyo\Bridge\Packer;
    use Lyo\Laravel\Cache;
    use Lyo\Laravel\Session;

    if (getenv('APPS_WRITER') !== false) {
        trait Writes
        {
            public function __construct(mixed ...$arguments)
            {
                parent::__construct(...$arguments); // @phpstan-ignore argument.type (what the test gives)
                $this->setPacker(new Packer((string) getenv('APPS_WRITER')));
            }
        }

        class FileStore extends Cache\FileStore
        {
            use Writes;
        }

        class DatabaseStore extends Cache\DatabaseStore
        {
            use Writes;
        }

        class RedisStore extends Cache\RedisStore
        {
            use Writes;
        }

        class Store extends Session\SessionStore
        {
            use Writes;
        }

        class EncryptedStore extends Session\EncryptedSessionStore
        {
            use Writes;
        }
    }
}

namespace {
    require_once __DIR__ . '/../../corpus/applications/laravel/src/polyfill.php';
    require_once __DIR__ . '/../../corpus/applications/symfony/src/php85.php';
    assert(isset($loader) && $loader instanceof \Composer\Autoload\ClassLoader);
    $loader->addPsr4('Illuminate\\Tests\\', getenv('APPS_FOLDER') . '/tests/');
}
