<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Tests;

use __PHP_Incomplete_Class;
use ArrayObject;
use DateTimeImmutable;
use Illuminate\Cache\FileStore;
use Illuminate\Contracts\Cache\LockProvider;
use Lyo\Format;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestDox;
use ReflectionObject;

final class StoresTest extends ApplicationTestCase
{
    /**
     * @return array<string, mixed>
     */
    private static function values(): array
    {
        return [
            'list' => [1, 2.5, 'three', null, true, ['nested' => []]],
            'rows' => array_map(static fn (int $id): array => ['id' => $id, 'name' => "name $id"], range(1, 60)),
            'object' => ['when' => new DateTimeImmutable('2026-02-28 12:00 UTC'), 'of' => new ArrayObject(['x' => 1])],
            'bytes' => ["\xC1\x10\0\xFF", "\0"],
            'text' => 'a text',
            'empty' => '',
            'true' => true,
            'false' => false,
            'looks like it' => "\xC1\x10\0", // a string that a visitor has sent
        ];
    }

    #[TestDox('What one application stores, every other one reads: written as native, lyo or by plain Laravel')]
    #[DataProvider('drivers')]
    public function test_values(string $driver): void
    {
        $place = $this->place($driver);
        $heads = [
            'plain' => $this->cache($place, package: false),
            'native' => $this->cache($place, ['lyo.writes' => 'native']),
            'lyo' => $this->cache($place, ['lyo.writes' => 'lyo']),
            'compressed' => $this->cache($place, ['lyo.writes' => 'lyo', 'lyo.compress' => \extension_loaded('zlib') ? 'zlib' : null]),
            'auto' => $this->cache($place, ['lyo.every_host_reads' => true]),
        ];
        $checks = 0;
        foreach ($heads as $writer => $writes) {
            foreach (self::values() as $name => $value) {
                if ($writer === 'plain' && $driver === 'dynamodb' && $name === 'bytes' || $driver === 'dynamodb' && $writer === 'plain' && $name === 'looks like it') {
                    continue; // plain Laravel cannot store bytes there
                }
                $key = strtr("$writer $name", ' ', '-');
                self::assertTrue($writes->put($key, $value, 600), $key);
                foreach ($heads as $reader => $reads) {
                    if ($reader === 'plain' && ! in_array($writer, ['plain', 'native'], true) || $reader === 'plain' && $driver === 'dynamodb') {
                        continue;
                    }
                    self::assertEquals($value, $reads->get($key), "$key, read by $reader");
                    $checks++;
                }
            }
        }
        self::assertGreaterThan(100, $checks);
        self::assertSame('lyo', Format::detect((string) ($place->read)('lyo-list'))->value ?? null);
        self::assertSame(self::automatic(), Format::detect((string) ($place->read)('auto-list'))->value ?? null);
        self::assertSame([], $this->log());
    }

    #[TestDox('By default, "auto" writes lyo where plain Laravel has a miss for it, and native elsewhere')]
    #[DataProvider('drivers')]
    public function test_default(string $driver): void
    {
        $place = $this->place($driver);
        $this->cache($place)->put('list', ['x', 1], 600);
        self::assertSame($driver === 'database' ? self::automatic() : 'native', Format::detect((string) ($place->read)('list'))->value ?? null);
        self::assertSame($driver === 'database' && self::automatic() === 'lyo' ? null : ['x', 1], $this->cache($place, package: false)->get('list'));
        self::assertSame([], $this->log());
    }

    #[TestDox('add(), many(), counters, touch(), forever(), remember(), locks and flush()')]
    #[DataProvider('drivers')]
    public function test_operations(string $driver): void
    {
        $cache = $this->cache($this->place($driver), ['lyo.writes' => 'lyo']);
        self::assertTrue($cache->add('add', ['once'], 600));
        self::assertFalse($cache->add('add', ['twice'], 600));
        self::assertSame(['once'], $cache->get('add'));

        self::assertTrue($cache->putMany(['a' => ['x'], 'b' => 'text', 'c' => 5], 600));
        self::assertEquals(['a' => ['x'], 'b' => 'text', 'c' => 5, 'd' => null], $cache->many(['a', 'b', 'c', 'd']));

        $cache->put('count', 5, 600);
        self::assertEquals(7, $cache->increment('count', 2));
        self::assertEquals(6, $cache->decrement('count'));
        self::assertEquals(6, $cache->get('count'));

        self::assertTrue($cache->forever('ever', ['x' => 1]));
        self::assertSame(['x' => 1], $cache->get('ever'));
        self::assertSame(['made'], $cache->remember('remember', 600, static fn (): array => ['made']));
        self::assertSame(['made'], $cache->remember('remember', 600, static fn (): array => ['again']));
        self::assertSame(['x'], $cache->pull('a'));
        self::assertNull($cache->get('a'));
        $store = $cache->getStore();
        if ((new ReflectionObject($store))->hasMethod('touch')) { // since Laravel 13
            self::assertTrue($store->touch('ever', 600));
            self::assertSame(['x' => 1], $cache->get('ever'));
        }
        if ($store instanceof LockProvider) {
            $lock = $store->lock('lock', 60);
            self::assertTrue($lock->get());
            self::assertFalse($store->lock('lock', 60)->get());
            self::assertTrue($lock->release());
        }
        if ($driver !== 'dynamodb') { // Laravel cannot flush it
            self::assertTrue($cache->flush());
            self::assertNull($cache->get('ever'));
        }
    }

    #[TestDox('1,000 damaged, truncated and hostile items are misses, and are logged once for each kind')]
    #[DataProvider('drivers')]
    public function test_damage(string $driver): void
    {
        $place = $this->place($driver);
        $cache = $this->cache($place, ['lyo.writes' => 'lyo']);
        $cache->put('item', array_intersect_key(self::values(), ['object' => 0, 'rows' => 0]), 600);
        $good = (string) ($place->read)('item');
        $hostile = [
            "\xC1", "\xC1\x10", "\xC1\x10".str_repeat("\xFF", 50), str_repeat("\xC1\x10", 5000), substr($good, 0, 20).str_repeat("\x80", 100),
            'a:1000000000:{', 'O:8:"stdClass":4294967295:{}', 'a:1:{i:0;a:1:{i:0;', str_repeat('a:1:{i:0;', 5000), 'C:11:"ArrayObject":5:{x:i:0', 's:5:"abc";',
            "\0\0\0\x02\x14", "\0\0\0\x02\x16\xFF\xFF\xFF\xFF", 'x', ';', '{"a":1}', "\x1F\x8B\x08\0", "x\x9C\xFF", 'O:15:"DoesNotExist999":0:{}', 'E:11:"Not\Any:Enum";',
        ];
        $misses = $items = 0;
        for ($i = 0; $items < 1000; $i++) {
            $bytes = match (true) {
                $i < count($hostile) => $hostile[$i],
                $i % 2 === 0 => substr($good, 0, $i % strlen($good)),
                default => substr_replace($good, chr(ord($good[$at = $i * 7 % strlen($good)]) ^ (1 + $i % 255)), $at, 1),
            };
            if ($bytes === '' || $bytes === $good) {
                continue;
            }
            ($place->write)('item', $bytes);
            $misses += $cache->get('item', 'a miss') === 'a miss' ? 1 : 0;
            $items++;
        }
        self::assertSame([1000, 1000], [$items, $misses]);
        if ($driver === 'file' || $driver === 'storage') { // as Laravel does
            self::assertNull(($place->read)('item'), 'a damaged file is deleted');
        }
        $log = $this->log();
        self::assertNotSame([], $log);
        $kinds = array_map(static fn (string $line): string => preg_match('/\(([\w\\\\]+)\(code/', $line, $match) === 1 ? $match[1] : $line, $log);
        self::assertSame(array_values(array_unique($kinds)), $kinds, implode("\n", $log));
        self::assertStringContainsString('count as a miss', $log[0]);

        $cache->put('item', ['well'], 600);
        self::assertSame(['well'], $cache->get('item'));
        fwrite(STDERR, sprintf("%s: %d damaged, truncated and hostile items, %d misses, %d lines in the log\n", $driver, $items, $misses, count($log)));
    }

    #[TestDox('cache.serializable_classes counts for every format; Laravel has no such rule for Memcached')]
    #[DataProvider('drivers')]
    public function test_classes(string $driver): void
    {
        $place = $this->place($driver);
        foreach (['native', 'lyo', 'igbinary'] as $format) {
            $this->cache($place, ['lyo.writes' => $format])->put($format, self::values()['object'], 600);
            $expected = [
                [null, [DateTimeImmutable::class, ArrayObject::class]],
                [true, [DateTimeImmutable::class, ArrayObject::class]],
                [false, [__PHP_Incomplete_Class::class, __PHP_Incomplete_Class::class]],
                [[ArrayObject::class], [__PHP_Incomplete_Class::class, ArrayObject::class]],
            ];
            foreach ($expected as [$classes, $types]) {
                $found = $this->cache($place, ['cache.serializable_classes' => $classes])->get($format);
                self::assertIsArray($found);
                self::assertSame($driver === 'memcached' ? $expected[0][1] : $types, array_map(get_debug_type(...), array_values($found)), "$format ".json_encode($classes));
            }
        }
    }

    #[TestDox('A store has the settings that it names, and others of config/lyo.php; with null it is left to Laravel')]
    public function test_own_settings(): void
    {
        $place = $this->place('file');
        $this->cache($place, ['cache.stores.place' => ['writes' => 'lyo'] + $place->config, 'lyo.writes' => 'native'])->put('list', [1], 600);
        self::assertSame('lyo', Format::detect((string) ($place->read)('list'))->value ?? null);
        self::assertSame(FileStore::class, $this->cache($place, ['lyo.writes' => null])->getStore()::class);
        self::assertSame(\Lyo\Laravel\Cache\FileStore::class, $this->cache($place)->getStore()::class);
    }
}
