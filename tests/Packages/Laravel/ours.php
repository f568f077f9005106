<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// What stands for Laravel's classes in copies of its own tests (framework.php). The classes write what PACKAGE in the environment says.

declare(strict_types=1);

namespace Lyo\Tests\Packages\Laravel;

use Illuminate\Cache\StorageStore as LaravelStorageStore;
use Lyo\Bridge\Packer;
use Lyo\Laravel\Cache;
use Lyo\Laravel\Queue;
use Lyo\Laravel\Session;

trait Writes
{
    public function __construct(mixed ...$arguments)
    {
        parent::__construct(...$arguments);
        $this->setPacker(new Packer((string) getenv('PACKAGE'), \Lyo\ClassPolicy::all()));
    }
}

trait WritesJobs
{
    public function __construct(mixed ...$arguments)
    {
        parent::__construct(...$arguments);
        $this->setJobs(new Queue\PackedJob(new Packer((string) getenv('PACKAGE'))));
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
class MemcachedStore extends Cache\MemcachedStore
{
    use Writes;
}
if (class_exists(LaravelStorageStore::class)) {
    class StorageStore extends Cache\StorageStore
    {
        use Writes;
    }
}
class Store extends Session\SessionStore
{
    use Writes;
}
class EncryptedStore extends Session\EncryptedSessionStore
{
    use Writes;
}
class RedisQueue extends Queue\RedisQueue
{
    use WritesJobs;
}
class DatabaseQueue extends Queue\DatabaseQueue
{
    use WritesJobs;
}
