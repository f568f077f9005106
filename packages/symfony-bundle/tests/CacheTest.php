<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Tests;

use Lyo\Bundle\Tests\App\Logger;
use Lyo\Codec\LyoCodec;
use Lyo\Format;
use PHPUnit\Framework\Attributes\TestDox;
use Symfony\Component\Cache\Adapter\TagAwareAdapterInterface;
use Symfony\Component\Cache\CacheItem;
use Symfony\Component\Cache\Marshaller\DefaultMarshaller;
use Symfony\Component\Cache\Marshaller\DeflateMarshaller;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Reference;

final class CacheTest extends ApplicationTestCase
{
    private const VALUE = [['id' => 1, 'name' => 'one'], ['id' => 2, 'name' => 'two']];

    #[TestDox('Without configuration all pools store lyo where the extension is loaded, and native elsewhere')]
    public function testAutomatic(): void
    {
        $kernel = $this->application();
        foreach (self::POOLS as $pool) {
            self::save(self::pool($kernel, $pool), 'key', self::VALUE);
        }

        self::assertSame([self::automatic()->value => \count(self::POOLS)], $this->formats());
        foreach (self::POOLS as $pool) {
            self::assertSame(self::VALUE, self::pool($this->application(), $pool)->getItem('key')->get());
        }
    }

    #[TestDox('All formats are read, whatever is written')]
    public function testAllFormatsAreRead(): void
    {
        $writers = ['native', 'lyo', 'igbinary', 'auto', 'default'];
        foreach ($writers as $writes) {
            self::save(self::pool($this->application(['writes' => $writes]), 'plain.pool'), "key-$writes", self::VALUE);
        }
        foreach ($writers as $reads) {
            $pool = self::pool($this->application(['writes' => $reads]), 'plain.pool');
            foreach ($writers as $writes) {
                self::assertSame(self::VALUE, $pool->getItem("key-$writes")->get(), "$writes, read with $reads");
            }
        }
    }

    #[TestDox('Invalidated tags are seen by applications with the bundle and without it')]
    public function testTags(): void
    {
        $applications = [$this->application(['writes' => 'lyo']), $this->application(bundle: false)];
        foreach ([0, 1] as $first) {
            $pool = self::pool($applications[$first], 'tags.pool');
            self::assertInstanceOf(TagAwareAdapterInterface::class, $pool);
            $item = $pool->getItem("key-$first");
            self::assertInstanceOf(CacheItem::class, $item);
            self::assertTrue($pool->save($item->set(self::VALUE)->tag(['tag'])));
            self::assertTrue(self::pool($this->application(['writes' => 'lyo']), 'tags.pool')->getItem("key-$first")->isHit());
            $other = self::pool($applications[1 - $first], 'tags.pool');
            self::assertInstanceOf(TagAwareAdapterInterface::class, $other);
            self::assertTrue($other->invalidateTags(['tag']));
            self::assertFalse(self::pool($this->application(['writes' => 'lyo']), 'tags.pool')->getItem("key-$first")->isHit());
        }
    }

    #[TestDox('An application without the bundle misses what is in lyo, and its items are read with the bundle')]
    public function testBesideAnApplicationWithoutTheBundle(): void
    {
        foreach (self::POOLS as $name) {
            $ours = self::pool($this->application(['writes' => 'lyo']), $name);
            self::save($ours, 'key', self::VALUE);
            $plain = self::pool($this->application(bundle: false), $name);
            self::assertFalse($plain->getItem('key')->isHit(), $name);
            self::save($plain, 'key', ['new']);
            self::assertSame(['new'], self::pool($this->application(['writes' => 'lyo']), $name)->getItem('key')->get(), $name);
        }
    }

    #[TestDox('A value that cannot be stored throws in debug mode, as without the bundle, and is logged elsewhere')]
    public function testDebugIsInherited(): void
    {
        $save = static fn (App\TestKernel $kernel): bool => self::pool($kernel, 'plain.pool')->save(self::pool($kernel, 'plain.pool')->getItem('key')->set([static fn (): int => 1]));

        self::assertFalse($save(new App\TestKernel($this->folder, ['writes' => 'lyo'])));
        foreach ([true, false] as $bundle) {
            try {
                $save(new App\TestKernel($this->folder, ['writes' => 'lyo'], bundle: $bundle, debug: true));
                self::fail('nothing was thrown');
            } catch (\ValueError $e) {
                self::assertStringContainsString('Closure', $e->getMessage());
            }
        }
    }

    #[TestDox('What decorates the default marshaller stays in front of the bundle')]
    public function testOtherDecorators(): void
    {
        $services = static function (ContainerBuilder $container): void {
            $container->register('app.deflate', DeflateMarshaller::class)->setDecoratedService('cache.default_marshaller')->addArgument(new Reference('app.deflate.inner'));
        };
        self::save(self::pool($this->application(bundle: false, services: $services), 'plain.pool'), 'old', self::VALUE);
        $pool = self::pool($this->application(['writes' => 'lyo'], services: $services), 'plain.pool');
        self::save($pool, 'key', self::VALUE);

        $found = [];
        foreach ($this->stored() as $bytes) {
            $found[] = Format::detect((string) gzinflate($bytes));
        }
        self::assertContains(Format::Lyo, $found);
        self::assertSame(self::VALUE, $pool->getItem('key')->get());
        self::assertSame(self::VALUE, $pool->getItem('old')->get());
    }

    #[TestDox('A default marshaller of the application is left alone, and lyo:status says so')]
    public function testMarshallerOfTheApplication(): void
    {
        $kernel = $this->application(services: static function (ContainerBuilder $container): void {
            $container->register('cache.default_marshaller', DeflateMarshaller::class)->addArgument($container->register('app.default', DefaultMarshaller::class));
        });
        self::assertInstanceOf(DeflateMarshaller::class, $kernel->service('cache.default_marshaller'));
        [$status, $output] = self::command($kernel, ['command' => 'lyo:status']);
        self::assertSame(0, $status);
        self::assertStringContainsString('DeflateMarshaller', $output);
        self::assertStringContainsString('No pool uses Lyo', $output);
    }

    #[TestDox('An application may wrap the service lyo.marshaller')]
    public function testWrappedByTheApplication(): void
    {
        $kernel = $this->application(['writes' => 'lyo'], services: static function (ContainerBuilder $container): void {
            $container->register('cache.default_marshaller', DeflateMarshaller::class)->addArgument(new Reference('lyo.marshaller'));
        });
        $marshaller = $kernel->service('cache.default_marshaller');
        self::assertInstanceOf(MarshallerInterface::class, $marshaller);
        self::assertSame(Format::Lyo, Format::detect((string) gzinflate(implode('', array_filter($marshaller->marshall([self::VALUE], $failed), is_string(...))))));
    }

    #[TestDox('Compressed and signed items are read, unsigned ones are not')]
    public function testEnvelope(): void
    {
        $lyo = ['writes' => 'lyo', 'compress' => 'zlib', 'sign' => ['2026' => str_repeat('k', 32)]];
        $pool = self::pool($this->application($lyo), 'plain.pool');
        self::save($pool, 'key', array_fill(0, 100, self::VALUE));
        self::save(self::pool($this->application(['writes' => 'lyo']), 'plain.pool'), 'unsigned', self::VALUE);

        $pool = self::pool($this->application($lyo), 'plain.pool');
        self::assertSame(array_fill(0, 100, self::VALUE), $pool->getItem('key')->get());
        self::assertFalse($pool->getItem('unsigned')->isHit());
    }

    #[TestDox('Only the classes of the configuration come out of a cache')]
    public function testClasses(): void
    {
        $pool = self::pool($this->application(['classes' => [\ArrayObject::class]]), 'plain.pool');
        self::save($pool, 'allowed', new \ArrayObject([1]));
        self::save($pool, 'refused', new \SplObjectStorage());
        self::assertTrue($pool->getItem('allowed')->isHit());
        self::assertFalse($pool->getItem('refused')->isHit());
    }

    #[TestDox('1,000 damaged, 1,000 truncated and 1,000 hostile items are misses, logged once for each kind of failure')]
    public function testDamagedItems(): void
    {
        mt_srand(46);
        $payloads = [(new LyoCodec())->encode(self::VALUE), (new LyoCodec())->encode(new \ArrayObject(range(1, 50))), serialize(new \ArrayObject(range(1, 50)))];
        $random = static fn (): string => implode('', array_map(static fn (): string => \chr(mt_rand(0, 255)), range(1, mt_rand(20, 200))));
        $damage = [
            // Two bytes of lyo with a checksum.
            'damaged' => static function () use ($payloads): string {
                $bytes = $payloads[mt_rand(0, 1)];
                $bytes[mt_rand(0, 1)] = \chr(mt_rand(0x80, 0xBF));
                $at = mt_rand(2, \strlen($bytes) - 1);
                $bytes[$at] = \chr(\ord($bytes[$at]) ^ mt_rand(1, 255));

                return $bytes;
            },
            'truncated' => static fn (): string => substr($bytes = $payloads[mt_rand(0, 2)], 0, mt_rand(1, \strlen($bytes) - 1)),
            // Counts and lengths that are not there, classes that do not exist, nesting.
            'hostile' => static fn (): string => match (mt_rand(0, 4)) {
                0 => 'a:'.mt_rand(1 << 20, \PHP_INT_MAX).':{i:0;i:1;}',
                1 => 'O:'.\strlen($class = 'Missing'.mt_rand()).":\"$class\":0:{}",
                2 => str_repeat('a:1:{i:0;', mt_rand(5000, 20000)),
                3 => "\xC1\x10".$random(),
                default => "\0\0\0\x02".\chr(mt_rand(0x14, 0x16)).$random(),
            },
        ];
        foreach ($damage as $kind => $make) {
            $kernel = $this->application(['writes' => 'lyo']);
            $pool = self::pool($kernel, 'plain.pool');
            $logger = $kernel->service('logger');
            self::assertInstanceOf(Logger::class, $logger);
            self::save($pool, 'key', self::VALUE);
            $file = (string) array_key_last($this->stored());
            $head = implode("\n", \array_slice(explode("\n", (string) file_get_contents($file), 3), 0, 2))."\n";
            $logger->records = [];
            $misses = 0;
            for ($i = 0; $i < 1000; ++$i) {
                file_put_contents($file, $head.$make());
                $misses += $pool->getItem('key')->isHit() ? 0 : 1;
            }
            self::assertSame(1000, $misses, $kind);
            $reasons = array_map(static fn (array $context): string => ($context['exception'] ?? null) instanceof \Throwable ? $context['exception']::class : '', $logger->ofLyo());
            self::assertNotSame([], $reasons, $kind);
            self::assertSame(array_unique($reasons), $reasons, $kind);
        }
    }
}
