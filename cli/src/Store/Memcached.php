<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use Generator;
use InvalidArgumentException;
use Lyo\Format;
use Lyo\Tools\Store\Memcached\Connection;
use Lyo\Tools\Store\Memcached\Found;
use Memcached as Client;
use RuntimeException;

use function array_map;
use function class_exists;
use function count;
use function explode;
use function fnmatch;
use function is_array;
use function is_float;
use function is_int;
use function is_string;
use function preg_match;
use function round;
use function strlen;

/**
 * The items of one or several Memcached servers. Their flags are read as the extension memcached writes them: they tell whether the
 * application stored a string, or whether the extension has serialized the value.
 */
final class Memcached implements Store, Receives
{
    /** Limits for a group of items that are read together: the sum of their sizes, and their number. */
    private const BYTES = 4 << 20;
    private const KEYS = 100;

    // Bits of the flags as the extension memcached uses them: the type of the value, its compression, and from bit 16 on flags of the user.
    private const TYPE = 0x0F;
    private const STRING = 0;
    private const NATIVE = 4;
    private const IGBINARY = 5;
    private const COMPRESSED = 0x10;
    private const ZLIB = 0x20;
    private const FASTLZ = 0x40;
    private const USER = 16;
    /** Value of Memcached::OPT_USER_FLAGS, which some stubs lack. */
    private const OPT_USER_FLAGS = -1006;

    /** @var array<string, Client> clients by server, kind of compression and user flags */
    private array $clients = [];

    /** @param non-empty-list<Connection> $servers */
    private function __construct(private readonly array $servers, private readonly string $match) {}

    /**
     * @param string $url memcached://host:port,host:port or memcached:///path/to/socket
     * @param string $match pattern of keys, as fnmatch() takes it
     *
     * @throws InvalidArgumentException if $url is not an address of this form
     * @throws RuntimeException if a server cannot be reached
     */
    public static function at(string $url, string $match = '*'): self
    {
        if (preg_match('~\Amemcached://(/[^,]+|[^/@,]+(?:,[^/@,]+)*)/?\z~', $url, $found) !== 1) {
            throw new InvalidArgumentException('the address of a Memcached is memcached://host:port');
        }

        return new self(array_map(static function (string $server): Connection {
            $isTcp = preg_match('/\A([^\/]+?)(?::(\d+))?\z/', $server, $match) === 1;

            return $isTcp ? new Connection($match[1], (int) ($match[2] ?? 11211)) : new Connection($server, 0);
        }, explode(',', $found[1])), $match);
    }

    public function items(?string $from = null, bool $values = false): iterable
    {
        foreach ($this->servers as $server) {
            foreach ($this->groups($server) as $group) {
                $found = $values ? $server->read($group) : [];
                foreach ($group as $i => $key) {
                    yield new Item($key, isset($found[$i]) ? strlen($found[$i]->data) : null, '', fn(): ?Entry => $this->entry($server, $key, $values ? $found[$i] ?? null : $server->read([$key])[0]));
                }
            }
        }
    }

    public function get(string $key): ?Entry
    {
        foreach ($this->servers as $server) {
            $entry = $this->entry($server, $key, $server->read([$key])[0]);
            if ($entry !== null) {
                return $entry;
            }
        }

        return null;
    }

    public function replace(Entry $entry, string $data): bool
    {
        $token = $entry->token;
        if (!is_array($token) || !$token['server'] instanceof Connection || !is_int($token['flags']) || !is_string($token['version'])) {
            throw new RuntimeException('this entry is not from a Memcached');
        }
        $seconds = self::seconds($entry);
        if ($seconds !== null && $seconds < 0) {
            return false; // the item has expired since it was read
        }
        if (!$token['server']->fits($entry->key, $data)) {
            throw new CannotKeep('longer than the Memcached takes');
        }
        if (($token['flags'] & self::COMPRESSED) !== 0) {
            return $this->client($token['server'], $token['flags'])->cas(is_float($token['client']) || is_int($token['client']) ? $token['client'] : 0, $entry->key, $data, $token['server']->life($seconds));
        }

        return $token['server']->store($entry->key, $data, self::flags($token['flags'], $data), $seconds, $token['version']);
    }

    public function add(Entry $entry, string $data): bool
    {
        $flags = is_array($entry->token) && is_int($entry->token['flags'] ?? null) ? $entry->token['flags'] & ~(self::COMPRESSED | self::ZLIB | self::FASTLZ) : self::STRING;
        if (strlen($entry->key) > 250 || !$this->servers[0]->fits($entry->key, $data)) {
            throw new CannotKeep('longer than the Memcached takes');
        }
        if (count($this->servers) > 1) {
            throw new CannotKeep('which of several servers it belongs to');
        }

        return $this->servers[0]->store($entry->key, $data, self::flags($flags, $data), self::seconds($entry), null);
    }

    public function commit(): void {}

    /** @return Generator<non-empty-list<string>> groups of keys whose items are read together */
    private function groups(Connection $server): Generator
    {
        $group = [];
        $bytes = 0;
        foreach ($server->keys() as [$key, $size]) {
            if ($this->match !== '*' && !fnmatch($this->match, $key)) {
                continue;
            }
            if ($group !== [] && ($bytes + $size > self::BYTES || count($group) === self::KEYS)) {
                yield $group;
                $group = [];
                $bytes = 0;
            }
            $group[] = $key;
            $bytes += $size;
        }
        if ($group !== []) {
            yield $group;
        }
    }

    private function entry(Connection $server, string $key, ?Found $found): ?Entry
    {
        if ($found === null) {
            return null;
        }
        $type = $found->flags & self::TYPE;
        $token = ['server' => $server, 'flags' => $found->flags, 'version' => $found->version, 'client' => null];
        $origin = match ($type) {
            self::STRING => Origin::Application,
            self::NATIVE, self::IGBINARY => Origin::Client,
            default => Origin::Plain,
        };
        $data = $found->data;
        if (($found->flags & self::COMPRESSED) !== 0 && $type === self::STRING && class_exists(Client::class)) {
            // The extension knows the compressions that it uses. The value is a string, so the extension creates no object from it.
            $answer = $this->client($server, $found->flags)->get($key, null, Client::GET_EXTENDED);
            if (!is_array($answer) || !is_string($answer['value'] ?? null)) {
                return null;
            }
            $data = $answer['value'];
            $token['client'] = $answer['cas'] ?? null;
        } elseif (($found->flags & self::COMPRESSED) !== 0) {
            $origin = Origin::Packed;
        }

        return new Entry($key, $data, $found->left(), Text::Bytes, $origin, $token);
    }

    /** Returns the time to live in whole seconds, as the server counts it. */
    private static function seconds(Entry $entry): ?int
    {
        $left = $entry->left();

        return $left === null ? null : (int) round($left / 1000);
    }

    /** Returns a client that compresses as the flags say. */
    private function client(Connection $server, int $flags): Client
    {
        $name = "$server->host:$server->port " . ($flags & self::FASTLZ) . ' ' . ($flags >> self::USER);
        if (!isset($this->clients[$name])) {
            $client = new Client();
            $client->addServer($server->host, $server->port);
            $client->setOption(Client::OPT_COMPRESSION, true);
            $client->setOption(Client::OPT_COMPRESSION_TYPE, ($flags & self::FASTLZ) !== 0 ? Client::COMPRESSION_FASTLZ : Client::COMPRESSION_ZLIB);
            $client->setOption(self::OPT_USER_FLAGS, $flags >> self::USER === 0 ? -1 : $flags >> self::USER);
            $this->clients[$name] = $client;
        }

        return $this->clients[$name];
    }

    /** Returns the flags with the type changed to the serializer of the extension that reads $data. Other types stay. */
    private static function flags(int $flags, string $data): int
    {
        return match ($flags & self::TYPE) {
            self::NATIVE, self::IGBINARY => $flags & ~self::TYPE | (Format::detect($data) === Format::Native ? self::NATIVE : self::IGBINARY),
            default => $flags,
        };
    }
}
