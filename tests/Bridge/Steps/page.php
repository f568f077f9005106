<?php

// SPDX-License-Identifier: BSD-3-Clause
//
//   php tests/Bridge/Steps/page.php FRAMEWORK HEAD DOES FOLDER DATABASE
//
// One request of an application; trial.php starts it, or a web server that has these words as JSON in PAGE. HEAD is "plain" (no package, no setting), "lyo" (as the page of the bridge says, without any
// choice) or "gone" (the settings are there, the package is not). DOES is "install", "build" (what a deploy does: caches of code and containers),
// "read" (a page: what is not in the cache is made and stored) or "write" (everything is stored again). Prints as JSON what the page shows.

declare(strict_types=1);

use Drupal\Component\Serialization\PhpSerialize;
use Drupal\Core\KeyValueStore\DatabaseStorage;
use Lyo\Bridge\Drupal\Serialization;
use Lyo\Tests\Bridge\Drupal\Clock;
use Lyo\Tests\Bridge\Drupal\RealCore;
use Lyo\Tests\Bridge\Drupal\Site as DrupalSite;
use Lyo\Tests\Bridge\Laravel\Site as LaravelSite;
use Lyo\Tests\Bridge\Steps\SymfonyKernel;

use function App\values;

$used = static function (): int {
    /** @var array<string, int> $usage */
    $usage = getrusage();
    return 1_000_000 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) + $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'];
};
$before = $used();
/** @var array{string, string, string, string, string} $arguments */
$arguments = PHP_SAPI === 'cli' ? array_slice($argv, 1) : json_decode((string) getenv('PAGE'));
[$framework, $head, $does, $folder, $database] = $arguments;
$root = dirname(__DIR__, 3);
$build = getenv('BUILD') ?: "$root/build";
$hasLyo = $head === 'lyo';
$framework !== 'drupal-site' && is_file($vendor = "$build/bridges/" . getenv('BRIDGE_PROJECT') . '/vendor/autoload.php') && require $vendor;
spl_autoload_register(static function (string $class) use ($root, $hasLyo): void {
    foreach (['Lyo\\Tests\\' => 'tests'] + ($hasLyo ? ['Lyo\\Bridge\\Drupal\\' => 'packages/drupal/bridge', 'Lyo\\Laravel\\' => 'packages/laravel/src', 'Lyo\\Bridge\\WordPress\\' => 'packages/wordpress/src', 'Lyo\\' => 'src'] : []) as $prefix => $path) {
        $file = "$root/$path/" . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
            return;
        }
    }
});
$hasLyo && require "$root/src/functions.php";
require "$root/tests/WayBack/values.php";

/** @var list<string> $errors */
$errors = [];
$handler = static function (int $level, string $message) use (&$errors, $framework, $head): bool {
    $isKnown = str_starts_with($framework, 'drupal') && $head !== 'lyo' && preg_match('/Extra data starting at offset 6 of \d+ bytes/', $message) === 1; // docs/bridges/drupal.md
    if (!$isKnown && (error_reporting() & $level & ~E_DEPRECATED & ~E_USER_DEPRECATED) !== 0) {
        $errors[] = $message;
    }
    return true;
};
$framework === 'symfony' || set_error_handler($handler);
$isSite = in_array($framework, ['drupal-site', 'wordpress'], true); // has values of its own
$values = $isSite ? [] : values();
for ($i = 1; !$isSite && $i <= 20; $i++) {
    $values["list $i"] = array_map(static fn(int $row): array => ['id' => $i * 100 + $row, 'title' => "Title $row of list $i", 'price' => ($row + $i) / 8, 'tags' => ["tag $row", 'new'], 'seen' => $row % 3 === 0], range(1, 20));
}
$shown = [];
$misses = 0;
/**
 * What each page does.
 *
 * @param Closure(string): list<mixed> $get the value; nothing is a miss
 * @param Closure(string, mixed): mixed $set
 */
$page = static function (Closure $get, Closure $set) use ($values, $does, &$shown, &$misses): void {
    foreach ($values as $name => $value) {
        $found = $does === 'read' ? $get($name) : [];
        if ($found === []) {
            $misses++;
            $set($name, $value);
            $found = [$value];
        }
        $shown[$name] = is_array($found) ? current($found) : null;
    }
};
/** Where the application says that the package is, if it is there: settings that a user owns look for it. */
$package = $head === 'gone' ? "$folder/vendor/lyo/lyo/src" : "$root/src";
$bridge = $head === 'gone' ? "$folder/web/modules/contrib/lyo/bridge" : "$root/packages/drupal/bridge";

switch ($framework) {
    case 'symfony':
        if ($does === 'install') {
            break;
        }
        $does === 'build' && exec('rm -rf ' . escapeshellarg("$folder/var/cache/" . ($head === 'plain' ? 'plain' : 'lyo'))); // bin/console cache:clear
        $pool = (new SymfonyKernel($folder, $database, $head === 'plain' ? 'plain' : 'lyo'))->pool();
        if ($does === 'build') {
            break;
        }
        set_error_handler($handler); // Symfony has its own one, which is registered first
        $page(static function (string $name) use ($pool): array {
            $item = $pool->getItem(rawurlencode($name));
            return $item->isHit() ? [$item->get()] : [];
        }, static fn(string $name, mixed $value): bool => $pool->save($pool->getItem(rawurlencode($name))->set($value)));
        break;

    case 'laravel':
        require "$root/corpus/applications/laravel/src/polyfill.php";
        preg_match('/unix_socket=([^;]+);dbname=([^;]+)|^sqlite:(.+)/', $database, $parts, PREG_UNMATCHED_AS_NULL);
        $connection = isset($parts[3]) ? ['driver' => 'sqlite', 'database' => $parts[3], 'prefix' => '']
            : ['driver' => 'mysql', 'unix_socket' => $parts[1] ?? '', 'database' => $parts[2] ?? '', 'username' => 'root', 'password' => '', 'charset' => 'utf8mb4', 'strict' => true];
        $settings = ['session.driver' => 'database', 'session.connection' => 'site'] + ($head === 'plain' ? [] : ['session.writes' => 'auto']);
        $site = new LaravelSite($folder, 'predis', null, ['site' => $connection], $hasLyo, $settings); // Laravel leaves out a provider that is not there
        $does === 'install' && $site->makeTables('site');
        $session = $site->session();
        $session->setId('abcdefghijklmnopqrstuvwxyzabcdefghijklmn');
        $session->start();
        $does === 'install' && $session->put('user', 'Anna');
        $shown['user'] = $session->get('user', 'logged out');
        $session->save();
        if ($does === 'install') {
            break;
        }
        $cache = $site->cache(['driver' => 'database', 'connection' => 'site', 'table' => 'cache'] + ($head === 'plain' ? [] : ['writes' => 'auto']));
        $page(static fn(string $name): array => ($value = $cache->get($name)) === null ? [] : [$value], static fn(string $name, mixed $value): bool => $cache->put($name, $value, 86400));
        break;

    case 'drupal':
        DrupalSite::load();
        $settings = is_file("$bridge/lyo.services.yml") && $head !== 'plain' ? 'auto' : null;
        $site = $does === 'install' || !class_exists(RealCore::class, false) ? DrupalSite::sqlite(substr($database, 7), new Clock()) : new DrupalSite('SQLite', DrupalSite::pdo($database), static fn(): array => RealCore::connect(substr($database, 7)), new Clock());
        $drupal = $site->head($settings);
        $serializer = $settings === null ? new PhpSerialize() : new Serialization();
        $store = new DatabaseStorage('state', $serializer, $drupal->connection);
        if ($does === 'install') {
            array_map($store->set(...), array_keys($values), $values);
            break;
        }
        $page(static fn(string $name): array => is_object($item = $drupal->bin->get($name)) ? [$item->data ?? null] : [], $drupal->bin->set(...));
        foreach (['cart 5', 'cart 50', 'text'] as $name) {
            $does === 'write' && $store->set($name, $values[$name]);
            $shown["state $name"] = $store->get($name);
        }
        class_exists(RealCore::class, false) && $shown['collector'] = RealCore::usesState($drupal, $serializer);
        break;

    case 'drupal-site':
        require __DIR__ . '/drupal.php';
        break;

    case 'wordpress':
        require __DIR__ . '/wordpress.php';
        break;
}
$peak = memory_get_peak_usage();
$lyo = array_filter(get_declared_classes(), static fn(string $class): bool => str_starts_with($class, 'Lyo\\') && !str_starts_with($class, 'Lyo\\Tests\\'));
echo "\n", json_encode([
    'shows' => md5(serialize($shown)),
    'size' => strlen(serialize($shown)),
    'misses' => $misses,
    'errors' => $errors,
    'plain' => $lyo === [] && !extension_loaded('lyo'),
    'sapi' => PHP_SAPI,
    'cpu' => $used() - $before,
    'peak' => $peak,
    'pid' => getmypid(),
    'kept' => extension_loaded('lyo') ? lyo_status()['process']['values'] : null,
], JSON_THROW_ON_ERROR), "\n";
