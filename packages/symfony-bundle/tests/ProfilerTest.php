<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Tests;

use Lyo\Bundle\DataCollector\LyoDataCollector;
use Lyo\Bundle\Tests\App\TestKernel;
use PHPUnit\Framework\Attributes\TestDox;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpKernel\Profiler\Profiler;

final class ProfilerTest extends ApplicationTestCase
{
    #[TestDox('The panel shows what a page has read and written, by format, and what could not be read')]
    public function testPanel(): void
    {
        $kernel = new TestKernel($this->folder, ['writes' => 'lyo'], profiler: true, debug: true);
        self::save(self::pool($this->application(['writes' => 'lyo']), 'cache.app'), 'cut', ['a list', 'of two']);
        foreach ($this->stored() as $file => $bytes) {
            file_put_contents($file, substr((string) file_get_contents($file), 0, -1));
        }
        $collectors = [];
        $counts = \extension_loaded('lyo');
        ini_set('lyo.cost', '1');
        foreach ([1, 2] as $visit) {
            $request = Request::create('/page');
            $response = $kernel->handle($request);
            $kernel->terminate($request, $response);
            self::assertSame(200, $response->getStatusCode(), (string) $response->getContent());
            $profiler = $kernel->service('profiler');
            self::assertInstanceOf(Profiler::class, $profiler);
            $profile = $profiler->loadProfileFromResponse($response);
            self::assertNotNull($profile);
            $collector = $profile->getCollector('lyo');
            self::assertInstanceOf(LyoDataCollector::class, $collector);
            $collectors[$visit] = $collector;

            $panel = $kernel->handle(Request::create('/_profiler/'.$profile->getToken().'?panel=lyo'));
            self::assertSame(200, $panel->getStatusCode(), (string) $panel->getContent());
            $html = (string) $panel->getContent();
            self::assertStringContainsString('<td>written</td><td>lyo</td>', 1 === $visit ? $html : '<td>written</td><td>lyo</td>');
            self::assertStringContainsString('<td>read</td><td>lyo</td>', 2 === $visit ? $html : '<td>read</td><td>lyo</td>');
            self::assertSame(1 === $visit, str_contains($html, 'What could not be read'));
            $toolbar = $kernel->handle(Request::create('/_wdt/'.$profile->getToken()));
            self::assertSame(200, $toolbar->getStatusCode());
            self::assertStringContainsString('Not readable', (string) $toolbar->getContent());
        }
        ini_set('lyo.cost', '0');
        self::assertSame($counts, ($collectors[2]->getCost()['decode']['calls'] ?? 0) >= 2);
        self::assertSame($counts, str_contains($html, 'Cost of the extension'));
        self::assertSame(1, $collectors[1]->countUnreadable());
        self::assertSame(2, $collectors[1]->getWritten()['lyo']['values'] ?? 0);
        self::assertSame(0, $collectors[2]->countUnreadable());
        self::assertSame(2, $collectors[2]->getRead()['lyo']['values'] ?? 0);
        self::assertGreaterThan(10, $collectors[2]->getRead()['lyo']['bytes']);
    }
}
