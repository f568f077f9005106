<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Bridge\Laravel;

use __PHP_Incomplete_Class;
use Closure;
use Illuminate\Contracts\Session\Session;
use Illuminate\Cookie\CookieJar;
use Illuminate\Http\Request;
use Illuminate\Support\MessageBag;
use Illuminate\Support\ViewErrorBag;
use Lyo\Format;
use Lyo\Samples\Samples;
use Lyo\Tests\Bridge\BridgeChecks;
use Lyo\Translator;

/** Sessions of Laravel, with each handler, encrypted and not, before and after the switch. */
final class Sessions
{
    private const ID = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmn';

    /**
     * @param Closure(bool, array<string, mixed>, string=): Site $make
     * @param list<string> $connections
     * @param list<string> $clients
     */
    public function __construct(private readonly BridgeChecks $trial, private readonly Closure $make, private readonly array $connections, private readonly array $clients) {}

    public function run(): void
    {
        $handlers = ['file' => ['session.driver' => 'file']];
        foreach ($this->connections as $connection) {
            $handlers["database, $connection"] = ['session.driver' => 'database', 'session.connection' => $connection];
            $handlers["cache in $connection"] = ['session.driver' => 'memcached', 'session.store' => 'db', 'cache.stores.db' => ['driver' => 'database', 'connection' => $connection, 'table' => 'cache']];
        }
        foreach ($this->clients as $client) {
            $handlers["redis, $client"] = ['session.driver' => 'redis', 'session.connection' => 'default', 'cache.stores.redis' => ['driver' => 'redis', 'connection' => 'default'], 'database.redis.client' => $client];
        }
        foreach ($handlers as $name => $settings) {
            foreach ([false, true] as $encrypted) {
                $this->handler($name . ($encrypted ? ', encrypted' : ''), ['session.encrypt' => $encrypted] + $settings);
            }
        }
        $this->damaged();
        $this->signed();
        $this->missingClass();
        $this->cookie();
        $this->json();
        foreach ($this->connections as $connection) {
            $this->inCache($connection);
        }
    }

    /** A store that compresses strings does not compress the sessions in it: plain Laravel reads those that are serialize() text. */
    private function inCache(string $connection): void
    {
        $settings = ['session.driver' => 'memcached', 'session.store' => 'db', 'cache.stores.db' => ['driver' => 'database', 'connection' => $connection, 'table' => 'cache', 'writes' => 'lyo', 'compress' => 'zlib', 'min_size' => 10]];
        $session = $this->session(true, $settings);
        $session->put('text', str_repeat('a session that compresses well ', 20));
        $session->save();
        $plain = $this->session(false, $settings);
        $plain->start();
        $this->trial->check($plain->get('text') === $session->get('text'), "session in a cache in $connection that compresses: plain Laravel reads it");
    }

    /** @param array<string, mixed> $settings */
    private function handler(string $name, array $settings): void
    {
        $attributes = ['user' => 5, 'name' => "Zo\u{eb}", 'bytes' => "\xC1\0\xFF", 'cart' => Samples::get('order'), 'seen' => range(1, 50), 'flag' => false];
        if (str_starts_with($name, 'cache in MariaDB')) {
            unset($attributes['bytes']); // plain Laravel puts the text into a text column as it is
        }
        $exact = $empty = 0;
        $writers = ['plain' => [false, null, null], 'native' => [true, null, null], 'lyo' => [true, 'lyo', null], 'igbinary' => [true, 'igbinary', null], 'lyo, zlib' => [true, 'lyo', 'zlib']];
        foreach ($writers as $writer => [$bridge, $writes, $compress]) {
            $written = $this->session($bridge, ['session.writes' => $writes, 'session.compress' => $compress, 'session.min_size' => 50] + $settings);
            $written->start();
            foreach ($attributes as $key => $value) {
                $written->put($key, $value);
            }
            $written->save();
            foreach (['plain' => [false, null], 'native' => [true, null], 'lyo' => [true, 'lyo']] as $reader => [$with, $format]) {
                $read = $this->session($with, ['session.writes' => $format] + $settings);
                @$read->start();
                if (serialize(array_intersect_key($read->all(), $attributes)) === serialize($attributes)) {
                    $exact++;
                } elseif ($reader === 'plain' && !in_array($writer, ['plain', 'native'], true) && !$read->has('user')) {
                    $empty++;
                } else {
                    $this->trial->check(false, "session, $name: written by $writer, read by $reader");
                }
            }
        }
        $this->trial->say(sprintf('session, %s: 5 writers, 3 readers: %d exact, %d new sessions of plain Laravel', $name, $exact, $empty));
    }

    private function damaged(): void
    {
        $site = ($this->make)(true, ['session.writes' => 'lyo']);
        $file = "$site->folder/sessions/" . self::ID;
        $session = $this->session(true, ['session.writes' => 'lyo']);
        $session->put('x', range(1, 50));
        $session->save();
        $bytes = (string) file_get_contents($file);
        $empty = $kept = 0;
        for ($i = 0; $i < 1000; $i++) {
            $changed = $i % 3 === 0 ? substr($bytes, 0, $i % strlen($bytes)) : substr_replace($bytes, ~$bytes[$i % strlen($bytes)], $i % strlen($bytes), 1 + $i % 2);
            file_put_contents($file, $changed);
            $read = $this->session(true, ['session.writes' => 'lyo']);
            $read->start();
            $read->get('x') === null ? $empty++ : $kept++;
        }
        $this->trial->check($empty === 1000 && $kept === 0, "$empty of 1000 damaged sessions are new ones");
        $this->trial->say("session: 1000 damaged ones: $empty are new sessions, $kept have other values");
    }

    /** A signed session is bound to its id. What is not signed, or with another key, is a new session. */
    private function signed(): void
    {
        [$old, $new] = [str_repeat('o', 16), str_repeat('n', 16)];
        $settings = ['session.writes' => 'lyo', 'session.sign' => ['old' => $old]];
        $file = ($this->make)(true, $settings)->folder . '/sessions/' . self::ID;
        $session = $this->session(true, $settings);
        $session->put('user', 5);
        $session->save();
        $signed = (string) file_get_contents($file);
        $read = function (string $bytes, mixed $sign = null, ?int $until = null) use ($settings, $file): mixed {
            file_put_contents($file, $bytes);
            $session = $this->session(true, ['session.sign' => $sign ?? $settings['session.sign'], 'session.unsigned_until' => $until] + $settings);
            $session->start();
            return $session->get('user');
        };
        $this->trial->check($read($signed) === 5 && $read($signed, ['new' => $new, 'old' => $old]) === 5, 'a signed session is read, also with a new key in front');
        $other = $this->session(true, $settings);
        $other->setId(strrev(self::ID));
        $other->put('user', 7);
        $other->save();
        $forged = ['{"user":1}', (string) file_get_contents(dirname($file) . '/' . strrev(self::ID)), 'a:1:{s:4:"user";i:1;}', lyo_serialize(['user' => 1]), lyo_serialize(['user' => 1], ['checksum' => true]), lyo_serialize(['user' => 1], ['sign' => ['old' => $new]])];
        for ($at = 0; $at < strlen($signed); $at++) {
            $forged[] = substr_replace($signed, ~$signed[$at], $at, 1);
        }
        $refused = 0;
        foreach ($forged as $bytes) {
            $refused += (int) ($read($bytes) === null);
        }
        $this->trial->check($refused === count($forged) && $refused > 50, "$refused of " . count($forged) . ' forged sessions are refused');
        $this->trial->check($read($signed, ['new' => $new]) === null, 'a session of a key that is gone');
        $this->trial->check($read('a:1:{s:4:"user";i:1;}', until: time() + 100) === 1, 'unsigned sessions are read until then');
        $json = $this->session(true, ['session.serialization' => 'json'] + $settings);
        file_put_contents($file, '{"user":1}');
        $json->start();
        $this->trial->check($json->get('user') === null, 'a session in JSON has no signature');
        $this->trial->check($read('{"user":1}', until: time() + 100) === 1, 'unsigned sessions in JSON are read until then');
        $this->trial->say("session, signed: $refused forged ones are refused, 3 true ones read");
    }

    /** A visitor stays logged in when a class of the application is gone, as in plain Laravel. */
    private function missingClass(): void
    {
        $site = ($this->make)(true, []);
        $text = 'a:2:{s:4:"user";i:5;s:4:"gone";O:7:"Missing":1:{s:1:"a";i:5;}}';
        foreach ([Format::Native, Format::Igbinary2, Format::Lyo] as $format) {
            file_put_contents("$site->folder/sessions/" . self::ID, $format === Format::Native ? $text : Translator::translate($text, $format));
            $session = $this->session(true, []);
            $session->start();
            $this->trial->check($session->get('user') === 5 && $session->get('gone') instanceof __PHP_Incomplete_Class, "session with a class that does not exist, $format->value");
        }
        $this->trial->say('session with a class that does not exist: 3 keep the rest');
    }

    /** Laravel 13 stores sessions as JSON. What an application has chosen is written until "session.writes" says something else, and all is read. */
    private function json(): void
    {
        $file = ($this->make)(true, [])->folder . '/sessions/' . self::ID;
        $heads = [
            'plain, JSON' => [false, ['session.serialization' => 'json'], Format::Json],
            'native, JSON' => [true, ['session.serialization' => 'json'], Format::Json],
            'native, php' => [true, ['session.serialization' => 'php'], Format::Native],
            'auto, JSON' => [true, ['session.serialization' => 'json', 'session.writes' => 'auto'], Format::Json],
            'lyo, JSON' => [true, ['session.serialization' => 'json', 'session.writes' => 'lyo'], Format::Lyo],
        ];
        $exact = 0;
        foreach ($heads as $writer => [$bridge, $settings, $format]) {
            $session = $this->session($bridge, $settings);
            $session->put('list', [1, 'two']);
            $session->put('errors', (new ViewErrorBag())->put('default', new MessageBag(['name' => ['The name is missing.']])));
            $session->save();
            $stored = (string) file_get_contents($file);
            $this->trial->check(Format::detect($stored) === $format, "session: $writer writes $format->value");
            foreach ($heads as $reader => [$with, $options]) {
                if (!$with && $format !== Format::Json) {
                    continue; // a new session, as handler() tests
                }
                file_put_contents($file, $stored);
                $read = $this->session($with, $options);
                $read->start();
                $errors = $read->get('errors');
                $good = $read->get('list') === [1, 'two'] && $errors instanceof ViewErrorBag && $errors->first('name') === 'The name is missing.';
                $this->trial->check($good, "session: written by $writer, read by $reader");
                $exact += (int) $good;
            }
        }
        $this->trial->say("session as JSON: 5 writers, 5 readers: $exact exact");
    }

    /** The data go into a cookie as JSON. */
    private function cookie(): void
    {
        foreach (['native', 'lyo'] as $writes) {
            $site = ($this->make)(true, ['session.driver' => 'cookie', 'session.writes' => $writes]);
            $session = $site->session();
            $session->setId(self::ID);
            $session->setRequestOnHandler(new Request());
            $session->put('bytes', ["\xC1\xFF\0", 5]);
            $session->save();
            $cookie = $site->app->make(CookieJar::class)->queued(self::ID);
            $request = new Request(cookies: [self::ID => $cookie?->getValue()]);
            $next = ($this->make)(true, ['session.driver' => 'cookie'])->session();
            $next->setId(self::ID);
            $next->setRequestOnHandler($request);
            $next->start();
            $this->trial->check($next->get('bytes') === ["\xC1\xFF\0", 5], "session in a cookie, $writes");
        }
        $this->trial->say('session in a cookie: 2 exact');
    }

    /** @param array<string, mixed> $settings */
    private function session(bool $bridge, array $settings): Session
    {
        $client = $settings['database.redis.client'] ?? 'predis';
        $session = ($this->make)($bridge, $settings, is_string($client) ? $client : 'predis')->session();
        $session->setId(self::ID);
        return $session;
    }
}
