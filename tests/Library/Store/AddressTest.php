<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tests\Library\Store;

use InvalidArgumentException;
use Lyo\Tools\Store\Redis\Address;
use Lyo\Tools\Store\Stores;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\Test;
use PHPUnit\Framework\TestCase;

final class AddressTest extends TestCase
{
    /** @return iterable<array{string, list<string>, list<string>, int, bool, string|null}> */
    public static function addresses(): iterable
    {
        yield ['redis://host', ['host:6379'], [], 0, false, null];
        yield ['redis://host:7000/3', ['host:7000'], [], 3, false, null];
        yield ['redis://:secret@host', ['host:6379'], ['secret'], 0, false, null];
        yield ['redis://me:s%40t@host', ['host:6379'], ['me', 's@t'], 0, false, null];
        yield ['redis://me@host', ['host:6379'], ['me', ''], 0, false, null];
        yield ['redis://[::1]:7000', ['[::1]:7000'], [], 0, false, null];
        yield ['redis:///run/redis.sock', ['/run/redis.sock'], [], 0, false, null];
        yield ['rediss://host', ['host:6379'], [], 0, true, null];
        yield ['valkeys://host:1', ['host:1'], [], 0, true, null];
        yield ['redis+sentinel://one,two:5/cache/2', ['one:26379', 'two:5'], [], 2, false, 'cache'];
    }

    /**
     * @param list<string> $names
     * @param list<string> $login
     */
    #[Test]
    #[DataProvider('addresses')]
    public function addresses_are_read(string $url, array $names, array $login, int $database, bool $tls, ?string $master): void
    {
        $addresses = Address::all($url);

        self::assertSame($names, array_map(static fn(Address $address): string => $address->name(), $addresses));
        self::assertSame([$login, $database, $tls, $master], [$addresses[0]->login(), $addresses[0]->database, $addresses[0]->tls, $addresses[0]->master]);
    }

    /** @return iterable<array{string}> */
    public static function wrong(): iterable
    {
        yield from [['redis://'], ['redis://host/words'], ['redis+sentinel://host'], ['http://host'], ['redis://host:port']];
    }

    #[Test]
    #[DataProvider('wrong')]
    public function an_invalid_address_is_refused(string $url): void
    {
        $this->expectException(InvalidArgumentException::class);
        Address::all($url);
    }

    #[Test]
    public function the_password_of_the_environment_is_used_if_the_address_has_none(): void
    {
        self::assertSame(['you', 'secret'], Address::all('redis://host', 'you', 'secret')[0]->login());
        self::assertSame(['me', 'mine'], Address::all('redis://me:mine@host', 'you', 'secret')[0]->login());
        self::assertSame(['you', ''], Address::all('redis://host', 'you')[0]->login()); // not the default user
    }

    #[Test]
    public function another_server_is_asked_as_the_same_user(): void
    {
        $address = Address::all('redis://me:mine@host:1/2')[0]->at(':7001');

        self::assertSame(['host:7001', ['me', 'mine'], 2], [$address->name(), $address->login(), $address->database]);
    }

    #[Test]
    public function passwords_are_not_shown(): void
    {
        self::assertSame('redis://host/0', Stores::withoutPassword('redis://me:secret@host/0'));
        self::assertSame('mysql:host=h;password=***;dbname=d', Stores::withoutPassword('mysql:host=h;password=secret;dbname=d'));
    }
}
