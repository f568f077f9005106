<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Tests;

use Lyo\Format;
use PHPUnit\Framework\Attributes\TestDox;
use Symfony\Component\Cache\Adapter\TagAwareAdapterInterface;

final class CommandTest extends ApplicationTestCase
{
    #[TestDox('lyo:status says what this process writes, and which pools use Lyo')]
    public function testStatus(): void
    {
        [$status, $output] = self::command($this->application(), ['command' => 'lyo:status']);
        self::assertSame(0, $status);
        self::assertMatchesRegularExpression('/Extension lyo +'.(\extension_loaded('lyo') ? '\d' : 'not loaded').'/', $output);
        self::assertMatchesRegularExpression('/Caches are written as +'.self::automatic()->value.'/', $output);
        foreach (['cache.app' => 'yes', 'tags.pool' => 'yes', 'chain.pool' => 'yes', 'plain.pool' => 'yes', 'cache.system' => 'no'] as $pool => $lyo) {
            self::assertMatchesRegularExpression('/'.preg_quote($pool, '/').' .* '.$lyo.' *$/m', $output);
        }

        [, $output] = self::command($this->application(['cache' => false]), ['command' => 'lyo:status']);
        self::assertMatchesRegularExpression('/plain\.pool .* no *$/m', $output);
        self::assertStringContainsString('lyo.cache.enabled', $output);
    }

    #[TestDox('lyo:stat counts the formats of the pools')]
    public function testStat(): void
    {
        self::save(self::pool($this->application(['writes' => 'lyo']), 'plain.pool'), 'lyo', [1]);
        self::save(self::pool($this->application(['writes' => 'native']), 'tags.pool'), 'native', [1]);
        $kernel = $this->application();

        [$status, $output] = self::command($kernel, ['command' => 'lyo:stat', '--format' => 'json', 'pool' => ['plain.pool']]);
        self::assertSame(0, $status, $output);
        self::assertStringContainsString('> lyo"', $output);
        self::assertStringNotContainsString('> native"', $output);

        [$status, $output] = self::command($kernel, ['command' => 'lyo:stat', '--format' => 'json']);
        self::assertSame(0, $status, $output);
        self::assertStringContainsString('> native"', $output);

        [$status, $output] = self::command($kernel, ['command' => 'lyo:stat', 'pool' => ['cache.system']]);
        self::assertSame(1, $status, $output);
        [$status, $output] = self::command($kernel, ['command' => 'lyo:stat', 'pool' => ['no.pool']]);
        self::assertSame(2, $status, $output);
        self::assertStringContainsString('There is no pool "no.pool"', $output);
    }

    #[TestDox('lyo:convert converts all pools to native, and the application without the bundle has no miss')]
    public function testConvert(): void
    {
        foreach (self::POOLS as $pool) {
            $ours = self::pool($this->application(['writes' => 'lyo']), $pool);
            $item = $ours->getItem('key');
            $item->set(['value', 1]);
            self::assertTrue($ours->save($ours instanceof TagAwareAdapterInterface ? $item->tag(['tag']) : $item));
        }
        [$status, $output] = self::command($this->application(), ['command' => 'lyo:convert', '--to' => 'native', '--dry-run' => true]);
        self::assertSame(0, $status, $output);
        self::assertSame(['lyo'], array_keys($this->formats()));

        [$status, $output] = self::command($this->application(), ['command' => 'lyo:convert', '--to' => 'native']);
        self::assertSame(0, $status, $output);
        self::assertSame([Format::Native->value], array_keys($this->formats()));
        foreach (self::POOLS as $pool) {
            self::assertSame(['value', 1], self::pool($this->application(bundle: false), $pool)->getItem('key')->get());
        }
    }
}
