<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Tests;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\TestDox;
use Symfony\Component\Config\Definition\Exception\InvalidConfigurationException;

final class ConfigurationTest extends ApplicationTestCase
{
    #[TestDox('config:dump-reference and debug:config show the configuration')]
    public function testReference(): void
    {
        [$status, $output] = self::command($this->application(), ['command' => 'config:dump-reference', 'name' => 'lyo']);
        self::assertSame(0, $status, $output);
        self::assertMatchesRegularExpression('/^ +writes: +auto # One of "auto"; "native"; "lyo"; "igbinary"; "default"$/m', $output);
        foreach (['every_host_reads', 'classes', 'checksum', 'compress', 'level', 'min_size', 'min_ratio', 'sign', 'context', 'unsigned_until', 'max_unpacked', 'cache', 'session'] as $option) {
            self::assertMatchesRegularExpression("/^    $option:/m", $output);
        }
        [$status, $output] = self::command($this->application(), ['command' => 'debug:config', 'name' => 'lyo']);
        self::assertSame(0, $status, $output);
    }

    /**
     * @return iterable<string, array{array<string, mixed>, string}>
     */
    public static function wrong(): iterable
    {
        yield 'no such format' => [['writes' => 'json'], 'lyo.writes'];
        yield 'no such option' => [['compres' => 'zlib'], 'compres'];
        yield 'no such compression' => [['compress' => 'lz4'], 'lyo.compress'];
        yield 'a level without compression' => [['level' => 3], 'compress'];
        yield 'a level that does not exist' => [['compress' => 'zstd', 'level' => 23], 'lyo.level'];
        yield 'a level that is too low' => [['compress' => 'zstd', 'level' => -101], 'lyo.level'];
        yield 'a signature for native' => [['writes' => 'native', 'sign' => ['k' => 'secret']], 'sign'];
        yield 'an empty key' => [['sign' => ['k' => '']], 'lyo.sign.k'];
        yield 'a size below zero' => [['compress' => 'zlib', 'min_size' => -1], 'lyo.min_size'];
    }

    /**
     * @param array<string, mixed> $lyo
     */
    #[DataProvider('wrong')]
    #[TestDox('A wrong configuration is refused when the container is built: $_dataName')]
    public function testWrong(array $lyo, string $named): void
    {
        $this->expectException(InvalidConfigurationException::class);
        $this->expectExceptionMessage($named);
        $this->application($lyo);
    }

    #[TestDox('Keys may come from the environment')]
    public function testKeyFromTheEnvironment(): void
    {
        $_ENV['LYO_TEST_KEY'] = str_repeat('k', 32);
        try {
            $kernel = $this->application(['writes' => 'lyo', 'sign' => ['2026' => '%env(LYO_TEST_KEY)%']]);
            self::save(self::pool($kernel, 'plain.pool'), 'key', [1]);
            self::assertSame([1], self::pool($kernel, 'plain.pool')->getItem('key')->get());
        } finally {
            unset($_ENV['LYO_TEST_KEY']);
        }
    }

    #[TestDox('With "cache: false" the pools are those of Symfony')]
    public function testSwitchedOff(): void
    {
        self::save(self::pool($this->application(['writes' => 'lyo', 'cache' => false]), 'plain.pool'), 'key', [1]);
        self::assertArrayNotHasKey('lyo', $this->formats());
    }
}
