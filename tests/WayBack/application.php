<?php

// SPDX-License-Identifier: BSD-3-Clause
//
//   php tests/WayBack/application.php APPLICATION write|read|STEP FOLDER PORT-OF-REDIS PORT-OF-MEMCACHED
//
// An application that stores values. "write" uses Lyo as the guide of this application says. "read" has only the application's own packages, and no
// Lyo. It prints how many values it has read, and how many there are. STEP is a command of the application in the guide: "flush".

declare(strict_types=1);

use Lyo\Bridge\Packer;
use Lyo\Bridge\Redis\PhpRedisValues;
use Lyo\Bridge\Redis\PredisValues;
use Lyo\Bridge\Symfony\Marshaller;
use Lyo\Tests\Bridge\Laravel\Site;
use Symfony\Component\Cache\Adapter\FilesystemAdapter;
use Symfony\Component\Cache\Adapter\RedisAdapter;

use function App\values;

[, $application, $what, $folder, $port, $memcached] = $argv;
$root = dirname(__DIR__, 2);
$writes = $what !== 'read'; // with Lyo
$project = ['laravel' => 'laravel-12', 'symfony' => 'symfony-7'][$application] ?? 'clients';
if ($writes) {
    putenv("BRIDGE_PROJECT=$project");
    require "$root/tests/Bridge/load.php";
} else {
    require (getenv('BUILD') ?: "$root/build") . "/bridges/$project/vendor/autoload.php";
}
require __DIR__ . '/values.php';
$values = values();

/** @var list<string> $errors */
$errors = [];
set_error_handler(static function (int $level, string $message) use (&$errors): bool {
    if ((error_reporting() & $level & ~E_DEPRECATED & ~E_USER_DEPRECATED) !== 0) {
        $errors[] = $message;
    }

    return true;
});
/** @var list<array{mixed, mixed}> $pairs what was read, and what was stored */
$pairs = [];
switch ($application) {
    case 'predis':
        $client = new Predis\Client("tcp://127.0.0.1:$port");
        if ($writes) {
            $layer = new PredisValues($client, new Packer('lyo', envelope: ['compress' => 'zlib']));
            $layer->setMultiple(array_combine(array_map(static fn(string $name): string => "predis:$name", array_keys($values)), $values));
            $layer->hashSet('predis-hash', $values);
            $layer->listPush('predis-list', ...array_values($values));
            break;
        }
        $plain = static fn(?string $stored): mixed => is_numeric($stored) ? (int) $stored : unserialize((string) $stored);
        $list = $client->lrange('predis-list', 0, -1);
        foreach (array_keys($values) as $i => $name) {
            $pairs[] = [$plain($client->get("predis:$name")), $values[$name]];
            $pairs[] = [$plain($client->hget('predis-hash', $name)), $values[$name]];
            $pairs[] = [$plain($list[$i] ?? null), $values[$name]];
        }
        break;

    case 'phpredis':
        $client = new Redis();
        $client->connect('127.0.0.1', (int) $port);
        if ($writes) {
            $layer = new PhpRedisValues($client, new Packer('lyo'));
            foreach ($values as $name => $value) {
                $layer->set("phpredis:$name", $value);
            }
            $layer->hashSet('phpredis-hash', $values);
            $layer->listPush('phpredis-list', ...array_values($values));
            break;
        }
        $client->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_PHP);
        $hash = $client->hGetAll('phpredis-hash');
        $list = $client->lRange('phpredis-list', 0, -1);
        foreach (array_keys($values) as $i => $name) {
            foreach ([$client->get("phpredis:$name"), $hash[$name] ?? null, $list[$i] ?? null] as $read) {
                $pairs[] = [$name === 'number' && is_string($read) ? (int) $read : $read, $values[$name]]; // ints are digits
            }
        }
        break;

    case 'igbinary, redis':
    case 'igbinary, memcached': // phpredis and Memcached with SERIALIZER_IGBINARY: the drop-in writes lyo, and igbinary's own module reads
        unset($values['object']); // igbinary's own module writes an ArrayObject in another way
        $client = extension_loaded('redis') ? new Redis() : null;
        $client?->connect('127.0.0.1', (int) $port);
        $client?->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_IGBINARY);
        $other = extension_loaded('memcached') ? new Memcached() : null;
        $other?->addServer('127.0.0.1', (int) $memcached);
        $other?->setOption(Memcached::OPT_SERIALIZER, Memcached::SERIALIZER_IGBINARY);
        foreach (array_keys($values) as $i => $name) {
            $value = $values[$name];
            $name = strtr($name, ' ', '-');
            if ($writes) {
                @$client?->set("igbinary:$name", $value); // an old phpredis: warns, as the page says
                $client?->rPush('igbinary-list', $value);
                $other?->set("igbinary:$name", $value);
                continue;
            }
            $client === null || array_push($pairs, [$client->get("igbinary:$name"), $value], [$client->lIndex('igbinary-list', $i), $value]);
            $other === null || $pairs[] = [$other->get("igbinary:$name"), $value];
        }
        break;

    case 'symfony':
        foreach (['files', 'redis'] as $kind) {
            $marshaller = $writes ? new Marshaller('lyo') : null;
            $pool = $kind === 'files' ? new FilesystemAdapter('site', 0, "$folder/pools", $marshaller) : new RedisAdapter(RedisAdapter::createConnection("redis://127.0.0.1:$port"), 'symfony', 0, $marshaller);
            foreach ($values as $name => $value) {
                $item = $pool->getItem($name);
                $writes ? $pool->save($item->set($value)) : $pairs[] = [$item->isHit() ? $item->get() : 'a miss', $value];
            }
        }
        break;

    case 'laravel':
        if (str_starts_with($what, 'UPDATE ')) { // the marks of the page
            (new PDO("sqlite:$folder/laravel.sqlite", options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]))->exec($what);
            break;
        }
        require "$root/corpus/applications/laravel/src/polyfill.php";
        ini_set('precision', '17'); // Laravel turns floats into text for Redis
        $writes || array_map(static fn(string $class): mixed => require "$root/tests/Bridge/Laravel/$class.php", ['Visitor', 'Site']);
        is_file("$folder/laravel.sqlite") || touch("$folder/laravel.sqlite");
        is_dir("$folder/laravel") || mkdir("$folder/laravel");
        $make = static fn(string $driver): Site => new Site("$folder/laravel", 'predis', (int) $port, ['sqlite' => ['driver' => 'sqlite', 'database' => "$folder/laravel.sqlite", 'prefix' => '']], $writes, ['session.driver' => $driver, 'session.connection' => 'sqlite', 'session.writes' => $writes ? 'lyo' : null]);
        $site = $make('file');
        $writes && $site->makeTables('sqlite');
        $stores = ['redis' => ['driver' => 'redis', 'connection' => 'default'], 'database' => ['driver' => 'database', 'connection' => 'sqlite', 'table' => 'cache'], 'file' => ['driver' => 'file', 'path' => "$folder/laravel/cache"]];
        foreach ($stores as $driver => $store) {
            $cache = $site->cache($store + ['writes' => 'lyo', 'compress' => 'zlib', 'min_size' => 500]);
            foreach ($values as $name => $value) {
                $plain = $driver === 'redis' && (is_int($value) || is_float($value)) ? (string) $value : $value; // Laravel returns numbers from Redis as strings
                $writes ? $cache->put($name, $value, 3600) : $pairs[] = [$cache->get($name), $plain];
            }
        }
        foreach (['file', 'database'] as $driver) {
            $session = $make($driver)->session();
            $session->setId('abcdefghijklmnopqrstuvwxyzabcdefghijklmn');
            $session->start();
            foreach ($values as $name => $value) {
                $writes ? $session->put($name, $value) : $pairs[] = [$session->get($name), $value];
            }
            $writes && $session->save();
        }
        break;

    case 'drupal': // where core cannot be had: its PhpSerialize is serialize() and unserialize(); the tables are those of its key-value stores
        $database = new PDO("sqlite:$folder/drupal.sqlite", options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
        foreach (['key_value', 'key_value_expire'] as $table) {
            if ($writes) {
                require_once "$root/tests/Bridge/Drupal/core.php";
                Lyo\Bridge\Drupal\Serialization::configure(['writes' => 'lyo', 'compress' => 'zlib']);
                $database->exec("CREATE TABLE $table (collection VARCHAR(128), name VARCHAR(128), value BLOB, expire INT DEFAULT 2147483647, PRIMARY KEY (collection, name))");
            }
            $insert = $database->prepare("INSERT INTO $table (collection, name, value) VALUES ('state', ?, ?)");
            $select = $database->prepare("SELECT value FROM $table WHERE collection = 'state' AND name = ?");
            foreach ($values as $name => $value) {
                if ($writes) {
                    $insert->bindValue(1, $name);
                    $insert->bindValue(2, Lyo\Bridge\Drupal\Serialization::encode($value), PDO::PARAM_LOB);
                    $insert->execute();
                    continue;
                }
                $select->execute([$name]);
                $pairs[] = [@unserialize((string) $select->fetchColumn()), $value];
            }
        }
        break;

    case 'drupal core':
        require __DIR__ . '/drupal.php';
        break;

    case 'wordpress':
    case 'wordpress, redis-cache':
        require __DIR__ . '/wordpress.php';
        break;

    case 'sessions': // one visitor for each value
        ini_set('session.save_path', "$folder/sessions");
        ini_set('session.use_cookies', '0');
        ini_set('session.cache_limiter', '');
        is_dir("$folder/sessions") || mkdir("$folder/sessions");
        foreach ($values as $name => $value) {
            session_id('visitor-' . strtr($name, ' ', '-'));
            session_start();
            $writes ? $_SESSION['value'] = $value : $pairs[] = [$_SESSION['value'] ?? 'logged out', $value];
            session_write_close();
        }
        break;
}
if ($errors !== []) {
    fwrite(STDERR, count($errors) . ' errors of PHP, the first: ' . substr($errors[0], 0, 200) . "\n");
}
if ($what === 'write' || $pairs === []) {
    exit($errors === [] ? 0 : 1);
}
$lyo = array_filter([...get_declared_classes(), ...get_loaded_extensions(), ...get_included_files()], static fn(string $name): bool => str_starts_with($name, 'Lyo\\') && !str_starts_with($name, 'Lyo\\Tests\\') || $name === 'lyo' || str_starts_with($name, "$root/src/"));
if ($lyo !== [] && $what === 'read') {
    fwrite(STDERR, 'this application is not plain: ' . implode(', ', $lyo) . "\n");
    exit(1);
}
$equal = array_filter($pairs, static fn(array $pair): bool => serialize($pair[0]) === serialize($pair[1]));
foreach (array_slice(array_diff_key($pairs, $equal), 0, 3, true) as $i => [$read, $stored]) {
    fwrite(STDERR, "value $i: " . substr(var_export($read, true), 0, 200) . ' instead of ' . substr(var_export($stored, true), 0, 200) . "\n");
}
echo count($equal), ' of ', count($pairs), "\n";
exit(count($equal) === count($pairs) && $errors === [] ? 0 : 1);
