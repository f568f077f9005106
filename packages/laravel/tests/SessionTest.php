<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Laravel\Tests;

use ArrayObject;
use Illuminate\Foundation\Application;
use Illuminate\Session\SessionManager as LaravelManager;
use Illuminate\Session\Store;
use Illuminate\Support\MessageBag;
use Illuminate\Support\ViewErrorBag;
use Lyo\Format;
use Lyo\Laravel\LyoServiceProvider;
use Lyo\Laravel\Session\EncryptedSessionStore;
use Lyo\Laravel\Session\SessionManager;
use Lyo\Laravel\Session\SessionStore;
use PHPUnit\Framework\Attributes\TestDox;

final class SessionTest extends ApplicationTestCase
{
    private const ID = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmn';

    #[TestDox('A session has the form that the application has set, until it is told that every host reads lyo; JSON stays')]
    public function test_forms(): void
    {
        $automatic = self::automatic() === 'lyo' ? "\xC1" : 'a';
        $forms = [
            [['session.serialization' => 'php'], 'a'],
            [['session.serialization' => 'json'], '{'],
            [['session.serialization' => 'php', 'lyo.every_host_reads' => true], $automatic],
            [['session.serialization' => 'json', 'lyo.every_host_reads' => true], '{'],
            [['session.serialization' => 'json', 'lyo.every_host_reads' => true, 'lyo.session.writes' => 'auto'], $automatic === 'a' ? '{' : $automatic],
            [['session.serialization' => 'json', 'lyo.session.writes' => 'lyo'], "\xC1"],
            [['session.serialization' => 'php', 'lyo.session.writes' => 'native', 'lyo.writes' => 'lyo'], 'a'],
        ];
        $checks = 0;
        foreach ($forms as [$config, $start]) {
            $written = $this->session($this->application($config));
            $written->put('user', 5);
            $written->put('cart', ['x' => [1, 2.5, 'ä']]);
            $written->put('errors', (new ViewErrorBag)->put('default', new MessageBag(['name' => ['is missing']])));
            $written->save();
            self::assertSame($start, $this->bytes()[0], (string) json_encode($config));
            foreach ($forms as [$other]) {
                $read = $this->session($this->application($other));
                self::assertSame([5, ['x' => [1, 2.5, 'ä']]], [$read->get('user'), $read->get('cart')]);
                $errors = $read->get('errors');
                self::assertInstanceOf(ViewErrorBag::class, $errors);
                self::assertSame(['is missing'], $errors->getBag('default')->get('name'));
                $checks++;
            }
            if ($start === 'a' || $start === '{') {
                $plain = $this->session($this->application(array_filter($config, static fn (string $name): bool => str_starts_with($name, 'session'), ARRAY_FILTER_USE_KEY), package: false));
                self::assertSame(5, $plain->get('user'));
            }
        }
        self::assertSame(49, $checks);
        self::assertSame([], $this->log());
    }

    #[TestDox('Sessions of plain Laravel go on, in both forms, and back')]
    public function test_way_back(): void
    {
        foreach (['php', 'json'] as $serialization) {
            @unlink($this->file());
            foreach ([false, true, false, true] as $count => $package) {
                $session = $this->session($this->application(['session.serialization' => $serialization], $package));
                self::assertSame($count === 0 ? null : $count, $session->get('count'));
                $session->put('count', $count + 1);
                $session->save();
            }
        }
    }

    #[TestDox('The session manager is Laravel\'s with its state; what another package has put there stays')]
    public function test_manager(): void
    {
        $app = $this->application();
        self::assertInstanceOf(SessionManager::class, $app->make('session'));
        self::assertSame($app->make('session'), $app->make(LaravelManager::class));
        self::assertInstanceOf(SessionStore::class, $app->make('session')->driver());
        self::assertInstanceOf(EncryptedSessionStore::class, $this->application(['session.encrypt' => true])->make('session')->driver());

        $app = $this->application(package: false);
        $theirs = new class($app) extends LaravelManager {};
        $app->instance('session', $theirs);
        $app->register(LyoServiceProvider::class);
        self::assertSame($theirs, $app->make('session'));

        $app = $this->application(package: false);
        $handler = new \SessionHandler;
        $app->make('session')->extend('own', fn (): \SessionHandlerInterface => $handler);
        $app->register(LyoServiceProvider::class);
        $session = $app->make('session')->driver('own');
        self::assertInstanceOf(SessionStore::class, $session);
        self::assertSame($handler, $session->getHandler());
    }

    #[TestDox('1,000 damaged sessions are new ones')]
    public function test_damage(): void
    {
        $app = $this->application(['lyo.session.writes' => 'lyo']);
        $session = $this->session($app);
        $session->put('cart', ['rows' => range(1, 30), 'object' => new ArrayObject([1])]);
        $session->save();
        $good = $this->bytes();
        self::assertSame(Format::Lyo, Format::detect($good));
        $new = 0;
        for ($i = 0; $i < 1000; $i++) {
            file_put_contents($this->file(), $i % 2 === 0 ? substr($good, 0, $i % strlen($good)) : substr_replace($good, chr(ord($good[$i % strlen($good)]) ^ (1 + $i % 255)), $i % strlen($good), 1));
            $session->setId(self::ID);
            $session->flush();
            $session->start();
            $new += $session->get('cart') === null ? 1 : 0;
        }
        self::assertSame(1000, $new);
        self::assertLessThan(8, count($this->log()));
    }

    private function session(Application $app): Store
    {
        $session = $app->make('session')->driver();
        self::assertInstanceOf(Store::class, $session);
        $session->setId(self::ID);
        $session->start();

        return $session;
    }

    private function file(): string
    {
        return "$this->folder/storage/framework/sessions/".self::ID;
    }

    private function bytes(): string
    {
        return (string) file_get_contents($this->file());
    }
}
