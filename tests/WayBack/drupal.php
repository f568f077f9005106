<?php

// SPDX-License-Identifier: BSD-3-Clause
//
// Drupal's core: its services, as core.services.yml has them, with a database of SQLite and no modules. application.php loads this file. The caches
// are left as they are, full of lyo: plain Drupal must miss them.

declare(strict_types=1);

use Drupal\Core\Cache\CacheBackendInterface;
use Drupal\Core\Database\Database;
use Drupal\Core\DependencyInjection\ContainerBuilder;
use Drupal\Core\DependencyInjection\YamlFileLoader;
use Drupal\Core\Site\Settings;
use Symfony\Component\HttpFoundation\Request;

require (getenv('BUILD') ?: "$root/build") . '/way-back/composer/vendor/autoload.php';
$core = realpath((getenv('BUILD') ?: "$root/build") . '/way-back/drupal');
spl_autoload_register(static function (string $class) use ($core): void {
    foreach (['Drupal\\sqlite\\' => 'modules/sqlite/src/', 'Drupal\\Core\\' => 'lib/Drupal/Core/', 'Drupal\\Component\\' => 'lib/Drupal/Component/', 'Drupal' => 'lib/Drupal'] as $prefix => $path) {
        if (str_starts_with($class, $prefix) && is_file($file = "$core/$path" . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php')) {
            require $file;

            return;
        }
    }
});

// What is in settings.php. Without the package there is nothing of it.
$services = ["$core/core.services.yml"];
$site = ['hash_salt' => 'salt'];
if ($what !== 'read') {
    $services[] = "$root/packages/drupal/bridge/lyo.services.yml";
    $site['lyo'] = ['writes' => 'lyo', 'compress' => 'zlib'];
}
new Settings($site);
Database::addConnectionInfo('default', 'default', ['driver' => 'sqlite', 'database' => "$folder/drupal.sqlite", 'prefix' => '', 'namespace' => 'Drupal\sqlite\Driver\Database\sqlite']);
Drupal\Component\FileCache\FileCacheFactory::setConfiguration([Drupal\Component\FileCache\FileCacheFactory::DISABLE_CACHE => true]);

// Only these services are compiled, with the ones that they need: the others need modules.
$container = new ContainerBuilder();
array_map((new YamlFileLoader($container))->load(...), $services);
$wanted = ['service_container', 'cache.backend.database', 'keyvalue.database', 'keyvalue.expirable.database', 'serialization.phpserialize', 'cache_tags.invalidator.checksum', 'database', 'settings', 'datetime.time', 'request_stack'];
array_map($container->removeAlias(...), array_keys($container->getAliases()));
array_map($container->removeDefinition(...), array_diff(array_keys($container->getDefinitions()), $wanted));
array_map(static fn($definition) => $definition->setPublic(true), $container->getDefinitions());
$container->compile();
Drupal::setContainer($container);
$container->get('request_stack')->push(Request::create('http://localhost/'));

$state = $container->get('keyvalue.database')->get('state');
$expiring = $container->get('keyvalue.expirable.database')->get('tempstore');
$bins = array_map($container->get('cache.backend.database')->get(...), ['default' => 'default', 'render' => 'render']);
if ($what === 'write') {
    $state->setMultiple($values);
    foreach ($values as $name => $value) {
        $expiring->setWithExpire($name, $value, 3600);
        array_map(static fn(CacheBackendInterface $bin) => $bin->set($name, $value), $bins);
    }

    return;
}
foreach ($values as $name => $value) {
    $pairs[] = [$state->get($name), $value];
    $pairs[] = [$expiring->get($name), $value];
    foreach ($bins as $bin) {
        $item = $bin->get($name);
        $item === false && $bin->set($name, $value); // a miss: the application computes it
        $pairs[] = [($item ?: $bin->get($name))->data ?? 'a miss', $value];
    }
}
