<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Laravel;

use __PHP_Incomplete_Class;
use Closure;
use DateTimeImmutable;
use Illuminate\Contracts\Cache\LockProvider;
use InvalidArgumentException;
use LogicException;
use Lyo\Format;
use Lyo\Tests\Bridge\Page;
use Lyo\Tests\Bridge\Subject;
use Lyo\Tests\Bridge\Trial;
use Redis;
use stdClass;

/** What a Laravel application relies on, besides that values come back. */
final class Promises
{
    /** Counters and locks are shared by web heads with and without the bridge. */
    public static function ofStore(Trial $trial, Store $store): void
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

    /** @param Closure(string): string $file */
    public static function ofFiles(Trial $trial, Store $store, Closure $file): void
    {
        $damaged = ['', '12', 'abcdefghijN;', '12345x7890N;', "\0\0\0\0\0\0\0\0\0\0N;", '9999999999', '999999999 N;'];
        foreach ($damaged as $content) {
            $cache = $store->cache('lyo');
            $cache->put('head', [1], 600);
            file_put_contents($file('head'), $content);
            $trial->check($cache->get('head') === null, 'a file with a damaged time is a miss: ' . bin2hex($content));
            file_put_contents($file('head'), $content);
            $trial->check($cache->add('head', [2], 600) === ($content !== '9999999999') && $cache->get('head') === ($content !== '9999999999' ? [2] : null), 'add() over a damaged time: ' . bin2hex($content));
            $cache->forget('head');
        }
        $trial->say('file: ' . count($damaged) . ' damaged times of expiry are misses');
    }

    /** @param Closure(bool, array<string, mixed>): Site $make */
    public static function ofClasses(Trial $trial, Closure $make, string $folder): void
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
            $config = ['driver' => 'lyo-file', 'path' => "$folder/classes", 'writes' => $writes];
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
    public static function ofLog(Trial $trial, Closure $make, string $folder, Closure $file): void
    {
        $site = $make(true, []);
        $cache = $site->cache(['driver' => 'lyo-file', 'path' => "$folder/cache", 'writes' => 'lyo']);
        for ($i = 0; $i < 10; $i++) {
            $cache->put('damaged', ['x'], 600);
            file_put_contents($file('damaged'), "9999999999\xC1\x10\0");
            $trial->check($cache->get('damaged', 'default') === 'default', 'a damaged item is a miss');
        }
        $trial->check(count($site->log) === 1, '10 damaged items are told once, not ' . count($site->log) . ' times');
        try {
            $site->cache(['driver' => 'lyo-file', 'path' => "$folder/cache", 'writes' => 'xml']);
            $trial->check(false, 'a format that is none is refused');
        } catch (InvalidArgumentException) {
        }
        $trial->say('log: 10 damaged items, one line');
    }

    /**
     * The entries of the page's config/cache.php, those of stores that are there.
     *
     * @param Closure(bool, array<string, mixed>, string): Site $make
     * @param list<string> $stores
     */
    public static function ofPage(Trial $trial, Closure $make, array $stores, string $client): void
    {
        foreach (['native' => Format::Native, 'lyo' => Format::Lyo] as $writes => $format) {
            $_ENV['CACHE_WRITES'] = $_SERVER['CACHE_WRITES'] = $writes;
            $make(true, [], $client); // storage_path() asks for an application
            $config = eval(Page::block('laravel.md', 'php config/cache.php'));
            $site = $make(true, ['cache.stores' => is_array($config) ? $config['stores'] : []], $client);
            foreach ($stores as $name) {
                $store = $site->manager()->store($name);
                $store->put('page', ['x'], 600);
                $trial->check($store->get('page') === ['x'], "laravel.md: the store $name");
            }
            $bytes = glob("$site->folder/storage/framework/cache/data/*/*/*") ?: [];
            $trial->check(count($bytes) === 1 && Format::detect(substr((string) file_get_contents($bytes[0]), 10)) === $format, "laravel.md: $writes is written");
        }
        $trial->say('the stores of laravel.md: ' . implode(', ', $stores));
    }

    /**
     * What phpredis has serialized and Laravel's option for it has written is read without that option.
     *
     * @param Closure(bool, array<string, mixed>, string): Site $make
     */
    public static function ofClientsThatSerialize(Trial $trial, Closure $make): void
    {
        $values = ['list' => [1, 2, ['a' => 'b']], 'object' => new DateTimeImmutable('2024-02-29 12:00 UTC'), 'text' => 'text', 'false' => false, 'int' => 5];
        $read = 0;
        foreach (['igbinary' => Redis::SERIALIZER_IGBINARY, 'php' => Redis::SERIALIZER_PHP] as $name => $option) {
            $settings = ['database.redis.options.serializer' => $option];
            $old = $make(false, $settings, 'phpredis')->cache(['driver' => 'redis']);
            $new = $make(true, [], 'phpredis')->cache(['driver' => 'lyo-redis', 'writes' => 'lyo']);
            foreach ($values as $key => $value) {
                $old->put("$name.$key", $value, 600);
                $found = $new->get("$name.$key");
                $trial->check(serialize($found) === serialize($value), "phpredis with serializer $name: $key is read");
                $read++;
            }
            // Igbinary text of the bridge is read by heads that still have the option.
            $make(true, [], 'phpredis')->cache(['driver' => 'lyo-redis', 'writes' => $name === 'php' ? 'native' : $name])->put("back.$name", $values, 600);
            $trial->check(serialize($old->get("back.$name")) === serialize($values), "phpredis with serializer $name reads what the bridge writes");
            try {
                $make(true, $settings, 'phpredis')->cache(['driver' => 'lyo-redis'])->get('x');
                $make(true, $settings, 'phpredis')->cache(['driver' => 'lyo-redis'])->put('x', [1], 5);
                $trial->check(false, "a client with serializer $name is refused");
            } catch (LogicException) {
                $read++;
            }
        }
        $options = array_filter(['LZF', 'ZSTD', 'LZ4'], static fn(string $name): bool => defined("Redis::COMPRESSION_$name"));
        foreach ($options as $name) {
            $settings = ['database.redis.options.compression' => constant("Redis::COMPRESSION_$name")];
            $new = $make(true, $settings, 'phpredis')->cache(['driver' => 'lyo-redis', 'writes' => 'lyo']);
            $new->put("packed.$name", $values, 600);
            $new->forget("added.$name");
            $trial->check(serialize($new->get("packed.$name")) === serialize($values), "phpredis with compression $name");
            $trial->check($new->add("added.$name", $values, 600) && serialize($new->get("added.$name")) === serialize($values), "phpredis with compression $name: add()");
            $plain = $make(true, $settings, 'phpredis')->cache(['driver' => 'redis']);
            $new = $make(true, $settings, 'phpredis')->cache(['driver' => 'lyo-redis']);
            $new->put("packed.$name", $values, 600);
            $trial->check(serialize($plain->get("packed.$name")) === serialize($values), "phpredis with compression $name: plain Laravel reads");
            $read += 3;
        }
        $trial->say("redis, phpredis that has serialized or compresses itself: $read values read or refused");
    }
}
