<?php

declare(strict_types=1);

/*
 * This file is part of the package lyo/symfony-bundle.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */

namespace Lyo\Bundle\Tests;

use Lyo\Bundle\Tests\App\SessionHandler;
use PHPUnit\Framework\Attributes\TestDox;
use Symfony\Component\DependencyInjection\ContainerBuilder;

final class SessionTest extends ApplicationTestCase
{
    private const FRAMEWORK = ['session' => ['handler_id' => 'app.sessions', 'storage_factory_id' => 'session.storage.factory.native', 'cookie_secure' => false, 'cookie_samesite' => null]];

    private string $handler = '';

    protected function setUp(): void
    {
        parent::setUp();
        $this->handler = (string) \ini_get('session.serialize_handler');
        ini_set('session.serialize_handler', 'php');
        SessionHandler::$stored = [];
    }

    protected function tearDown(): void
    {
        ini_set('session.serialize_handler', $this->handler);
        parent::tearDown();
    }

    /**
     * @param array<string, mixed> $lyo
     */
    private function sessions(array $lyo): \SessionHandlerInterface
    {
        $kernel = $this->application($lyo, self::FRAMEWORK, static function (ContainerBuilder $container): void {
            $container->register('app.sessions', SessionHandler::class);
        });
        $handler = $kernel->service('session.handler');
        self::assertInstanceOf(\SessionHandlerInterface::class, $handler);

        return $handler;
    }

    #[TestDox('Sessions are Symfony\'s until they are switched on')]
    public function testOff(): void
    {
        self::assertInstanceOf(SessionHandler::class, $this->sessions([]));
    }

    #[TestDox('Sessions are written as before until every host reads them; then as the setting says; all forms are read')]
    public function testForms(): void
    {
        $session = 'user|i:5;list|a:2:{i:0;s:1:"a";i:1;s:1:"b";}';
        foreach ([
            'as before' => ['writes' => 'auto', 'session' => true],
            'lyo' => ['writes' => 'lyo', 'session' => true],
            'auto' => ['writes' => 'auto', 'session' => true, 'every_host_reads' => true],
        ] as $id => $lyo) {
            $handler = $this->sessions($lyo);
            self::assertTrue($handler->open('', 'PHPSESSID'));
            self::assertSame('', $handler->read($id));
            self::assertTrue($handler->write($id, $session));
            self::assertTrue($handler->close());
        }
        self::assertSame($session, SessionHandler::$stored['as before']);
        self::assertSame("\xC1", SessionHandler::$stored['lyo'][0]);
        self::assertSame(\extension_loaded('lyo') ? "\xC1" : 'u', SessionHandler::$stored['auto'][0]);

        $handler = $this->sessions(['session' => true]);
        foreach (['as before', 'lyo', 'auto'] as $id) {
            self::assertTrue($handler->open('', 'PHPSESSID'));
            self::assertSame($session, $handler->read($id), $id);
            self::assertTrue($handler->close());
        }
    }
}
