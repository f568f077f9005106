<?php

// SPDX-License-Identifier: BSD-3-Clause
//
//   php -d lyo.unserialize_reads=... tests/Bridge/Reads/head.php laravel|symfony|drupal|wordpress
//
// Started by trial.php: the bridge of a framework writes values into its stores, as lyo and as igbinary, and the framework without the bridge reads
// them. Prints as JSON what it got: store => format => outcome => how many values.

declare(strict_types=1);

use Drupal\Component\Serialization\PhpSerialize;
use Drupal\Core\KeyValueStore\DatabaseStorage;
use Lyo\Bridge\Drupal\Serialization;
use Lyo\Bridge\Packer;
use Lyo\Bridge\Symfony\Marshaller;
use Lyo\Bridge\WordPress\MaybeSerializer;
use Lyo\Tests\Bridge\Drupal\Clock;
use Lyo\Tests\Bridge\Drupal\Site as DrupalSite;
use Lyo\Tests\Bridge\Laravel\Site as LaravelSite;
use Lyo\Tests\Bridge\Servers;
use Lyo\Tests\Bridge\Values;
use Lyo\Tests\Bridge\WordPress\Plain;
use Predis\Client;
use Symfony\Component\Cache\Adapter\AdapterInterface;
use Symfony\Component\Cache\Adapter\FilesystemAdapter;
use Symfony\Component\Cache\Adapter\RedisAdapter;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

require __DIR__ . '/../load.php';

const FORMATS = ['lyo', 'igbinary'];

/** Laravel makes exceptions of warnings. The others note them in a log. */
$errors = 0;
set_error_handler(static function (int $level, string $message) use (&$errors, $argv): bool {
    if ((error_reporting() & $level & ~E_DEPRECATED & ~E_USER_DEPRECATED) === 0) {
        return true;
    }
    $errors++;
    return $argv[1] === 'laravel' ? throw new ErrorException($message) : true;
});

/** Strings and numbers are text for everybody. */
$values = array_filter(Values::small(), static fn(mixed $value): bool => is_array($value) || is_object($value));
/** What a plain head gets for each value: the value, a miss (null), false, or an exception. */
$read = static function (Closure $get) use ($values, &$errors): array {
    $outcomes = [];
    foreach ($values as $name => $value) {
        $errors = 0;
        try {
            $found = $get($name, $value);
            $outcome = match (true) {
                serialize($found) === serialize($value) => 'the value',
                $found === null => 'a miss',
                $found === false => '`false`',
                default => 'ANOTHER VALUE',
            };
            /** @var int $errors the handler counts them */
            $outcome .= $errors > 0 ? ' and a warning' : '';
        } catch (Throwable) {
            $outcome = 'an exception';
        }
        $outcomes[$outcome] = ($outcomes[$outcome] ?? 0) + 1;
    }
    return $outcomes;
};

$laravel = static function () use ($values, $read): array {
    require_once dirname(__DIR__, 3) . '/corpus/applications/laravel/src/polyfill.php';
    $folder = Servers::folder('laravel-reads');
    $connections = extension_loaded('pdo_sqlite') ? ['SQLite' => ['driver' => 'sqlite', 'database' => "$folder/site.sqlite", 'synchronous' => 'off']] : [];
    touch("$folder/site.sqlite");
    $ours = new LaravelSite($folder, 'predis', Servers::redis(), $connections, true);
    $plain = new LaravelSite($folder, 'predis', Servers::redis(), $connections, false);
    $stores = ['Laravel, files' => ['driver' => 'file', 'path' => "$folder/cache"]];
    if ($connections !== []) {
        $ours->makeTables('SQLite');
        $stores['Laravel, database'] = ['driver' => 'database', 'connection' => 'SQLite', 'table' => 'cache'];
    }
    if (Servers::redis() !== null) {
        $stores['Laravel, Redis'] = ['driver' => 'redis', 'connection' => 'default'];
    }
    $found = [];
    foreach ($stores as $name => $config) {
        foreach (FORMATS as $format) {
            $writer = $ours->cache(['writes' => $format, 'every_host_reads' => true] + $config);
            foreach ($values as $key => $value) {
                $writer->put($key, $value, 600);
            }
            $reader = $plain->cache($config);
            $found[$name][$format] = $read(static fn(string $key): mixed => $reader->get($key));
        }
    }
    return $found;
};

$symfony = static function () use ($values, $read): array {
    $folder = Servers::folder('symfony-reads');
    /** @var array<string, Closure(MarshallerInterface): AdapterInterface> $stores */
    $stores = ['Symfony, files' => static fn(MarshallerInterface $marshaller): AdapterInterface => new FilesystemAdapter('reads', 0, $folder, $marshaller)];
    if (Servers::redis() !== null) {
        $client = new Client(['host' => '127.0.0.1', 'port' => Servers::redis()]);
        $stores['Symfony, Redis'] = static fn(MarshallerInterface $marshaller): AdapterInterface => new RedisAdapter($client, 'reads', 0, $marshaller);
    }
    $found = [];
    foreach ($stores as $name => $make) {
        foreach (FORMATS as $format) {
            $writer = $make(new Marshaller($format));
            foreach ($values as $key => $value) {
                $writer->save($writer->getItem($key)->set($value));
            }
            $reader = $make(new DefaultMarshaller());
            $found[$name][$format] = $read(static fn(string $key): mixed => $reader->getItem($key)->get());
        }
    }
    return $found;
};

$drupal = static function () use ($values, $read): array {
    DrupalSite::load();
    $site = DrupalSite::sqlite(Servers::folder('drupal-reads') . '/site.sqlite', new Clock());
    $plain = $site->head(null);
    $found = [];
    foreach (FORMATS as $format) {
        $writer = $site->head($format);
        $store = new DatabaseStorage("of $format", new Serialization(), $writer->connection);
        foreach ($values as $key => $value) {
            $writer->bin->set($key, $value);
            $store->set($key, $value);
        }
        $found['Drupal, cache in a database'][$format] = $read(static function (string $key) use ($plain): mixed {
            $item = $plain->bin->get($key);
            return is_object($item) ? $item->data ?? null : null;
        });
        $reader = new DatabaseStorage("of $format", new PhpSerialize(), $plain->connection);
        $found['Drupal, key-value store'][$format] = $read(static fn(string $key): mixed => $reader->get($key));
    }
    return $found;
};

$wordpress = static function () use ($read): array {
    $found = [];
    foreach (['WordPress' => false, 'WordPress, Redis Object Cache' => true] as $name => $dropIn) {
        $plain = new Plain($dropIn);
        foreach (FORMATS as $format) {
            $serializer = new MaybeSerializer(new Packer($format));
            $found[$name][$format] = $read(static fn(string $key, mixed $value): mixed => $plain->maybeUnserialize($serializer->maybeSerialize($value)));
        }
    }
    return $found;
};

$found = match ($argv[1] ?? '') {
    'laravel' => $laravel(),
    'symfony' => $symfony(),
    'drupal' => $drupal(),
    'wordpress' => $wordpress(),
    default => throw new RuntimeException('which framework?'),
};
echo json_encode(['values' => count($values), 'found' => $found], JSON_THROW_ON_ERROR), "\n";
