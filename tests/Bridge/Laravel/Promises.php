<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Laravel;

use __PHP_Incomplete_Class;
use Closure;
use DateTimeImmutable;
use Illuminate\Cache\ArrayStore;
use Illuminate\Cache\CacheManager;
use Illuminate\Cache\FileStore as LaravelFileStore;
use Illuminate\Cache\Repository;
use Illuminate\Contracts\Cache\LockProvider;
use Illuminate\Database\ConnectionResolverInterface;
use Illuminate\Support\Carbon;
use InvalidArgumentException;
use Lyo\Envelope\Envelope;
use Lyo\Laravel\Cache\FileStore;
use Lyo\Laravel\LyoServiceProvider;
use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Tests\Bridge\Page;
use Lyo\Tests\Bridge\Subject;
use Lyo\Tests\Bridge\Values;
use Redis;
use stdClass;

/** Behaviour that a Laravel application relies on, besides the values themselves. */
final class Promises
{
    /** Counters and locks are shared by web heads with and without the bridge. */
    public static function ofStore(BridgeChecks $trial, Store $store): void
    {
        $checks = 0;
        $check = static function (bool $holds, string $what) use ($trial, $store, &$checks): void {
            $checks++;
            $trial->check($holds, "{$store->name()}: $what");
        };
        foreach (['native', 'igbinary', 'lyo', 'lyo+zlib'] as $writer) {
            $ours = $store->cache($writer);
            $plain = $store->cache(Subject::PLAIN);
            $key = str_replace('+', '.', "promise.$writer");

            $ours->put("$key.count", 5, 600);
            $check($plain->increment("$key.count", 2) === 7, "$writer: plain Laravel counts on");
            $check($ours->increment("$key.count") === 8 && $ours->decrement("$key.count", 3) === 5, "$writer: counts on");
            $check(in_array($plain->get("$key.count"), [5, '5'], true) && in_array($ours->get("$key.count"), [5, '5'], true), "$writer: both read the counter");

            $ours->forget("$key.add");
            $check($ours->add("$key.add", ['once'], 600) && !$ours->add("$key.add", ['twice'], 600), "$writer: add() writes what is not there");
            $check(!@$plain->add("$key.add", ['thrice'], 600) && $ours->get("$key.add") === ['once'], "$writer: add() leaves what is there");

            $value = ['rows' => [['id' => 1], ['id' => 2]], 'object' => new DateTimeImmutable('2024-02-29 12:00 UTC')];
            $check($ours->putMany(["$key.a" => $value, "$key.b" => 'text'], 600), "$writer: putMany()");
            $check(serialize($ours->many(["$key.a", "$key.b", "$key.none"])) === serialize(["$key.a" => $value, "$key.b" => 'text', "$key.none" => null]), "$writer: many()");
            $check($ours->forever("$key.ever", $value) && serialize($ours->get("$key.ever")) === serialize($value), "$writer: forever()");
            $ours->remember("$key.remember", 600, static fn(): array => $value);
            $check(serialize($ours->get("$key.remember")) === serialize($value), "$writer: remember()");

            $bytes = ["\xC1\x10\0\xFF", gzcompress('x')];
            $check($ours->put("$key.bytes", $bytes, 600) && $ours->get("$key.bytes") === $bytes, "$writer: bytes that are no text");

            foreach ([[$ours, $plain], [$plain, $ours]] as [$one, $other]) {
                $one = $one->getStore();
                $other = $other->getStore();
                if (!$one instanceof LockProvider || !$other instanceof LockProvider) {
                    $check(false, 'locks');
                    continue;
                }
                $lock = $one->lock("$key.lock", 60);
                $check($lock->get() === true && $other->lock("$key.lock", 60)->get() === false, "$writer: one web head locks the other out");
                $check($other->restoreLock("$key.lock", $lock->owner())->release(), "$writer: the other releases it by its owner");
            }
        }
        if (str_starts_with($store->name(), 'redis')) {
            $tagged = $store->cache('lyo')->tags(['t']);
            $tagged->put('tagged', [1, 2], 600);
            $check($tagged->get('tagged') === [1, 2], 'tags()');
            $tagged->flush();
            $check($tagged->get('tagged') === null, 'a tag is flushed');
        }
        $trial->say("{$store->name()}: $checks checks of counters, locks, add(), many() and the like");
    }

    /** All is signed but numbers, which Laravel counts with; nothing unsigned is read. */
    public static function ofSigned(BridgeChecks $trial, Store $store): void
    {
        if ($store->name() === 'file') {
            try {
                $store->signed();
                $trial->check(false, 'a store of files that is signed is refused');
            } catch (InvalidArgumentException) {
                return;
            }
        }
        $cache = $store->signed();
        $same = $refused = 0;
        foreach (['list' => [1, 2], 'text' => 'a text', 'true' => true, 'object' => new stdClass(), 'int' => 5, 'digits' => '12'] as $key => $value) {
            $cache->forget("signed.$key");
            $cache->put("signed.$key", $value, 600);
            $found = $cache->get("signed.$key");
            $same += (int) (serialize($found) === serialize($value) || is_numeric($value) && in_array($found, [$value, (string) $value], true));
            $own = $store->bytes("signed.$key");
            if (!is_numeric($value)) {
                foreach ([serialize($value), lyo_serialize($value), lyo_serialize($value, ['checksum' => true]), substr_replace($own, ~$own[-1], -1, 1)] as $forged) {
                    $store->replace("signed.$key", $forged);
                    $refused += (int) ($cache->get("signed.$key") === null);
                }
            }
        }
        $trial->check($same === 6 && $refused === 16, "{$store->name()}, signed: $same of 6 values are the same, $refused of 16 forged ones are refused");
        $cache->forget('signed.count');
        $cache->put('signed.count', 1, 600);
        $trial->check((int) $cache->increment('signed.count') === 2 && in_array($cache->get('signed.count'), [2, '2'], true), "{$store->name()}, signed: increment()");
        $cache->forget('signed.add');
        $trial->check($cache->add('signed.add', ['x'], 600) && !$cache->add('signed.add', ['y'], 600) && $cache->get('signed.add') === ['x'], "{$store->name()}, signed: add()");
        $trial->say("{$store->name()}, signed: $same values are read, $refused forged ones refused");
    }

    /** @param Closure(string): string $file */
    public static function ofFiles(BridgeChecks $trial, Store $store, Closure $file): void
    {
        $damaged = ['', '12', 'abcdefghijN;', '12345x7890N;', "\0\0\0\0\0\0\0\0\0\0N;", '9999999999', '999999999 N;'];
        foreach ($damaged as $content) {
            $cache = $store->cache('lyo');
            $cache->put('head', [1], 600);
            file_put_contents($file('head'), $content);
            $trial->check($cache->get('head') === null, 'a file with a damaged time is a miss: ' . bin2hex($content));
            $trial->check($cache->add('head', [2], 600) && $cache->get('head') === [2], 'then add() stores: ' . bin2hex($content));
            $cache->forget('head');
        }
        $times = [];
        try {
            Carbon::setTestNow(Carbon::createFromTimestamp(5)); // a time of few digits, which Laravel 13 fills with zeros
            foreach ([Subject::PLAIN, 'native', 'lyo'] as $writer) {
                $store->cache($writer)->put('early', [1], 600);
                $content = (string) file_get_contents($file('early'));
                $times[] = substr($content, 0, strspn($content, '0123456789'));
            }
        } finally {
            Carbon::setTestNow();
        }
        $trial->check(count(array_unique($times)) === 1 && (int) $times[0] === 605, 'a file has the time as Laravel writes it: ' . implode(', ', $times));
        $store->cache('lyo')->forget('early');
        $trial->say('file: ' . count($damaged) . ' damaged times of expiry are misses');
    }

    /** @param Closure(bool, array<string, mixed>): Site $make */
    public static function ofClasses(BridgeChecks $trial, Closure $make, string $folder): void
    {
        $value = ['date' => new DateTimeImmutable('2024-02-29 12:00 UTC'), 'std' => new stdClass()];
        $classes = static fn(mixed $found): array => is_array($found) ? array_map(get_debug_type(...), $found) : [];
        $incomplete = __PHP_Incomplete_Class::class;
        $expected = [
            'null' => [null, DateTimeImmutable::class, stdClass::class],
            'true' => [true, DateTimeImmutable::class, stdClass::class],
            'false' => [false, $incomplete, $incomplete],
            'list' => [[stdClass::class], $incomplete, stdClass::class],
        ];
        $checks = 0;
        $all = $make(true, []);
        foreach (['native', 'igbinary', 'lyo'] as $writes) {
            $config = ['driver' => 'file', 'path' => "$folder/classes", 'writes' => $writes];
            $all->cache($config)->put('objects', $value, 600);
            foreach ($expected as $policy => [$setting, $date, $std]) {
                $found = $make(true, ['cache.serializable_classes' => $setting])->cache($config)->get('objects');
                $trial->check($classes($found) === ['date' => $date, 'std' => $std], "serializable_classes $policy, $writes: " . json_encode($classes($found)));
                $checks++;
            }
        }
        $trial->say("serializable_classes: $checks checks, as plain Laravel with native");
    }

    /**
     * @param Closure(bool, array<string, mixed>): Site $make
     * @param Closure(string): string $file
     */
    public static function ofLog(BridgeChecks $trial, Closure $make, string $folder, Closure $file): void
    {
        $site = $make(true, []);
        $cache = $site->cache(['driver' => 'file', 'path' => "$folder/cache", 'writes' => 'lyo']);
        for ($i = 0; $i < 10; $i++) {
            $cache->put('damaged', ['x'], 600);
            file_put_contents($file('damaged'), "9999999999\xC1\x10\0");
            $trial->check($cache->get('damaged', 'default') === 'default', 'a damaged item is a miss');
        }
        $trial->check(count($site->log) === 1, '10 damaged items are told once, not ' . count($site->log) . ' times');
        try {
            $site->cache(['driver' => 'file', 'path' => "$folder/cache", 'writes' => 'xml']);
            $trial->check(false, 'a format that is none is refused');
        } catch (InvalidArgumentException) {
        }
        $trial->say('log: 10 damaged items, one line');
    }

    /**
     * Settings that are strings, as env() gives them, and which stores are ours.
     *
     * @param Closure(bool, array<string, mixed>): Site $make
     */
    public static function ofSettings(BridgeChecks $trial, Closure $make, string $folder): void
    {
        $config = ['path' => "$folder/settings", 'writes' => 'lyo'];
        $formats = [];
        $settings = [
            'zlib' => ['compress' => 'zlib', 'min_size' => '500', 'level' => '1', 'min_ratio' => '1.5', 'checksum' => '1'],
            'checksum' => ['compress' => 'zlib', 'min_size' => '5000', 'level' => '', 'min_ratio' => '', 'checksum' => ''],
            'nothing' => ['compress' => '', 'min_size' => '', 'checksum' => 'false'],
        ];
        foreach ($settings as $name => $envelope) {
            $site = $make(true, []);
            $site->cache(['driver' => 'file'] + $envelope + $config)->put('settings', array_map(strval(...), range(1, 300)), 600);
            $found = glob("$folder/settings/*/*/*") ?: [];
            $data = substr((string) file_get_contents($found[0] ?? ''), 10);
            $what = Envelope::is($data) ? (strlen($data) < 1000 ? 'zlib' : 'checksum') : 'nothing';
            $formats[] = $what === $name;
        }
        $trial->check($formats === [$trial->compresses(), true, true], 'options of an envelope as text, and empty: ' . json_encode($formats));
        foreach (['min_size' => ['5.5', 'x', '-1', true, [5]], 'checksum' => ['x', [5]], 'compress' => ['gzip', 5], 'level' => ['x', true], 'sign' => ['', [], 'key']] as $name => $values) {
            foreach ($values as $value) {
                try {
                    $make(true, [])->cache(['driver' => 'file', 'compress' => 'zlib', $name => $value] + $config);
                    $trial->check(false, "$name that is none is refused");
                } catch (InvalidArgumentException) {
                }
            }
        }
        $trial->check($make(true, [])->cache(['driver' => 'file'] + $config)->getStore()::class === FileStore::class, 'a store with "writes" is ours');
        unset($config['writes']);
        $trial->check($make(true, [])->cache(['driver' => 'file'] + $config)->getStore()::class === LaravelFileStore::class, 'a store without "writes" stays Laravel\'s');
        $trial->check($make(true, ['lyo.writes' => 'auto'])->cache(['driver' => 'file'] + $config)->getStore()::class === FileStore::class, 'every store is ours if config/lyo.php has "writes"');

        $site = $make(false, []);
        $manager = new CacheManager($site->app);
        $theirs = new Repository(new ArrayStore());
        $manager->extend('redis', fn() => $theirs);
        $site->app->instance('cache', $manager);
        $site->app->register(LyoServiceProvider::class);
        $trial->check($manager->build(['driver' => 'redis']) === $theirs && $manager->build(['driver' => 'redis', 'writes' => 'lyo']) === $theirs, 'a driver that another has extended before stays his');
        $manager->extend('file', fn() => $theirs);
        $trial->check($manager->build(['driver' => 'file', 'writes' => 'lyo'] + $config) === $theirs, 'a driver that another extends later is his');
        $trial->say('settings: digits, drivers of others');
    }

    /**
     * The steps of the page with its config/cache.php as it is printed, in those of its stores that are there. A plain head has the same
     * file: before the first step, beside it, and when the provider has been taken out.
     *
     * @param Closure(bool, array<string, mixed>, string): Site $make
     * @param list<string> $stores
     */
    public static function ofPage(BridgeChecks $trial, Closure $make, array $stores, string $client): void
    {
        $head = static function (bool $bridge, string $writes, ?string $compress = null) use ($make, $client): Site {
            $_ENV['CACHE_WRITES'] = $_SERVER['CACHE_WRITES'] = $writes;
            $_ENV['CACHE_COMPRESS'] = $_SERVER['CACHE_COMPRESS'] = $compress;
            $make(true, [], $client); // storage_path() needs an application
            $config = eval(Page::block('laravel.md', 'php config/cache.php'));
            return $make($bridge, ['cache.stores' => is_array($config) ? $config['stores'] : []], $client);
        };
        $plain = $head(false, 'native');
        $first = $head(true, 'native');
        $second = $head(true, 'lyo', 'zlib');
        $same = $read = $stored = 0;
        foreach ($stores as $name) {
            foreach (array_diff_key(Values::all(), $name === 'database' ? ['bytes' => 0, 'looks-zlib' => 0] : []) as $key => $value) {
                $bytes = [];
                foreach ([$plain, $first] as $site) {
                    $site->manager()->store($name)->forget('page'); // see Store::store()
                    $trial->check($site->manager()->store($name)->put('page', $value, 600), "laravel.md, step 1: $name does not store $key");
                    $bytes[] = self::bytes($site, $name);
                    $found = array_map(static fn(Site $reader): string => serialize($reader->manager()->store($name)->get('page')), [$plain, $first, $second]);
                    $trial->check(count(array_unique($found)) === 1, "laravel.md, step 1: $key in $name is not the same for all heads");
                    $read += 3;
                }
                $trial->check($bytes[0] === $bytes[1] && $bytes[0] !== '', "laravel.md, step 1: $key lies otherwise in $name");
                $same++;
            }
            $rows = array_map(static fn(int $i): array => ['id' => $i, 'title' => "Title $i"], range(1, 500));
            foreach ([[['x'], 0], [$rows, 2]] as [$value, $ratio]) {
                $second->manager()->store($name)->put('page', $value, 600);
                $trial->check($first->manager()->store($name)->get('page') === $value && $second->manager()->store($name)->get('page') === $value, "laravel.md, step 2: $name");
                $bytes = self::bytes($second, $name);
                $trial->check(Envelope::is($bytes) && (!$trial->compresses() || strlen($bytes) * $ratio < strlen(lyo_serialize($value))), "laravel.md, step 2: lyo is written to $name, with a checksum, and compressed");
                $stored++;
            }
            // Roll back: native again, the cache cleared, the provider taken out, config/cache.php as it was.
            $first->manager()->store($name)->clear();
            $trial->check($plain->manager()->store($name)->put('page', $rows, 600) && $plain->manager()->store($name)->get('page') === $rows, "laravel.md: $name without the provider");
            $trial->check(str_starts_with($plain->manager()->store($name)->getStore()::class, 'Illuminate\\'), "laravel.md: $name without the provider is Laravel's");
            $trial->check(str_starts_with($second->manager()->store($name)->getStore()::class, 'Lyo\\'), "laravel.md: $name is ours");
        }
        $trial->check($same >= 40 * count($stores), 'laravel.md: fewer values than planned');
        $trial->say(sprintf('laravel.md as printed, %s: step 1 beside a plain head, %d values, the same bytes, %d reads; step 2, %d items; back without the provider', implode(', ', $stores), $same, $read, $stored));
    }

    private static function bytes(Site $site, string $store): string
    {
        $stored = match ($store) {
            'redis' => $site->redis()->command('get', ['site:page']),
            'database' => $site->app->make(ConnectionResolverInterface::class)->connection()->table('cache')->where('key', 'site:page')->value('value'),
            default => substr((string) file_get_contents((glob("$site->folder/storage/framework/cache/data/*/*/*") ?: [''])[0]), 10),
        };
        return is_string($stored) ? $stored : '';
    }

    /**
     * What phpredis has serialized and Laravel's option for it has written is read without that option.
     *
     * @param Closure(bool, array<string, mixed>, string): Site $make
     */
    public static function ofClientsThatSerialize(BridgeChecks $trial, Closure $make): void
    {
        $values = ['list' => [1, 2, ['a' => 'b']], 'object' => new DateTimeImmutable('2024-02-29 12:00 UTC'), 'text' => 'text', 'false' => false, 'int' => 5];
        $read = 0;
        foreach (['igbinary' => Redis::SERIALIZER_IGBINARY, 'php' => Redis::SERIALIZER_PHP] as $name => $option) {
            $settings = ['database.redis.options.serializer' => $option];
            $old = $make(false, $settings, 'phpredis')->cache(['driver' => 'redis']);
            $new = $make(true, [], 'phpredis')->cache(['driver' => 'redis', 'writes' => 'lyo']);
            foreach ($values as $key => $value) {
                $old->put("$name.$key", $value, 600);
                $found = $new->get("$name.$key");
                $trial->check(serialize($found) === serialize($value), "phpredis with serializer $name: $key is read");
                $read++;
            }
            // Igbinary text of the bridge is read by heads that still have the option.
            $make(true, [], 'phpredis')->cache(['driver' => 'redis', 'writes' => $name === 'php' ? 'native' : $name])->put("back.$name", $values, 600);
            $trial->check(serialize($old->get("back.$name")) === serialize($values), "phpredis with serializer $name reads what the bridge writes");
            $same = $make(true, $settings, 'phpredis')->cache(['driver' => 'redis', 'writes' => 'lyo']);
            $same->put("same.$name", $values, 600);
            $trial->check(serialize($same->get("same.$name")) === serialize($values) && serialize($old->get("same.$name")) === serialize($values), "a client with serializer $name goes on as before");
            $read++;
        }
        $options = array_filter(['LZF', 'ZSTD', 'LZ4'], static fn(string $name): bool => defined("Redis::COMPRESSION_$name"));
        foreach ($options as $name) {
            $settings = ['database.redis.options.compression' => constant("Redis::COMPRESSION_$name")];
            $new = $make(true, $settings, 'phpredis')->cache(['driver' => 'redis', 'writes' => 'lyo']);
            $new->put("packed.$name", $values, 600);
            $new->forget("added.$name");
            $trial->check(serialize($new->get("packed.$name")) === serialize($values), "phpredis with compression $name");
            $trial->check($new->add("added.$name", $values, 600) && serialize($new->get("added.$name")) === serialize($values), "phpredis with compression $name: add()");
            $plain = $make(true, $settings, 'phpredis')->cache(['driver' => 'redis']);
            $new = $make(true, $settings, 'phpredis')->cache(['driver' => 'redis']);
            $new->put("packed.$name", $values, 600);
            $trial->check(serialize($plain->get("packed.$name")) === serialize($values), "phpredis with compression $name: plain Laravel reads");
            $read += 3;
        }
        $trial->say("redis, phpredis that has serialized or compresses itself: $read values read or refused");
    }
}
