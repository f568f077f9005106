<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use Generator;
use InvalidArgumentException;
use Lyo\Compression;
use Lyo\Format;
use Lyo\Tools\Packed\Algorithm;
use Lyo\Tools\Store\Memcached\Connection;
use Lyo\Tools\Store\Memcached\Found;
use RuntimeException;

use function array_map;
use function count;
use function explode;
use function fnmatch;
use function is_array;
use function is_int;
use function is_string;
use function preg_match;
use function round;
use function strlen;
use function substr;

/**
 * The items of one or several Memcached servers. Their flags are read as the extension memcached writes them: they tell whether the
 * application stored a string, or whether the extension has serialized the value.
 */
final class Memcached implements Store, Receives, Counted
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
    private const FASTLZ = 0x40;
    private const ZSTD = 0x80;

    private float $fraction = 0.0;

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
        foreach ($this->servers as $i => $server) {
            foreach ($this->groups($server) as $group) {
                $this->fraction = ($i + $server->fraction()) / count($this->servers);
                $entries = $values ? $this->read($server, $group) : [];
                foreach ($group as $at => $key) {
                    yield new Item($key, isset($entries[$at]) ? strlen($entries[$at]->data) : null, '', fn(): ?Entry => $values ? $entries[$at] ?? null : $this->read($server, [$key])[0]);
                }
            }
        }
    }

    public function fraction(): float
    {
        return $this->fraction;
    }

    public function get(string $key): ?Entry
    {
        foreach ($this->servers as $server) {
            $entry = $this->read($server, [$key])[0];
            if ($entry !== null) {
                return $entry;
            }
        }

        return null;
    }

    public function again(Entry $entry): ?Entry
    {
        return $this->get($entry->key);
    }

    public function check(Entry $entry, string $data): void
    {
        $server = is_array($entry->token) ? $entry->token['server'] ?? null : null;
        if ($server instanceof Connection && !$server->fits($entry->key, $data)) {
            throw new CannotKeep('longer than the Memcached takes');
        }
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
        $this->check($entry, $data);
        return $token['server']->store($entry->key, $data, self::flags($token['flags'], $data, $entry->packed), $seconds, $token['version']);
    }

    public function add(Entry $entry, string $data): bool
    {
        $flags = is_array($entry->token) && is_int($entry->token['flags'] ?? null) ? $entry->token['flags'] : self::STRING;
        if (strlen($entry->key) > 250 || !$this->servers[0]->fits($entry->key, $data)) {
            throw new CannotKeep('longer than the Memcached takes');
        }
        if (count($this->servers) > 1) {
            throw new CannotKeep('which of several servers it belongs to');
        }

        return $this->servers[0]->store($entry->key, $data, self::flags($flags, $data, $entry->packed), self::seconds($entry), null);
    }

    public function has(string $key): bool
    {
        return $this->servers[0]->read([$key])[0] !== null;
    }

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

    /**
     * @param list<string> $keys
     *
     * @return list<Entry|null> an entry for each key, in the same order; null if there is none
     */
    private function read(Connection $server, array $keys): array
    {
        return array_map(static fn(string $key, ?Found $found): ?Entry => $found === null ? null : self::entry($server, $key, $found), $keys, $server->read($keys));
    }

    private static function entry(Connection $server, string $key, Found $found): Entry
    {
        $type = $found->flags & self::TYPE;
        $token = ['server' => $server, 'flags' => $found->flags, 'version' => $found->version];
        $origin = match ($type) {
            self::STRING => Origin::Application,
            self::NATIVE, self::IGBINARY => Origin::Client,
            default => Origin::Plain,
        };
        $packed = ($found->flags & self::COMPRESSED) === 0 ? null : match (true) {
            ($found->flags & self::ZSTD) !== 0 => Algorithm::Zstd,
            ($found->flags & self::FASTLZ) !== 0 => Algorithm::FastLz,
            default => Algorithm::Zlib,
        };

        return new Entry($key, $found->data, $found->seconds === null ? null : 1000 * $found->seconds, Text::Bytes, $origin, $token, $packed);
    }

    /** Returns the time to live in whole seconds, as the server counts it. */
    private static function seconds(Entry $entry): ?int
    {
        $left = $entry->left();

        return $left === null ? null : (int) round($left / 1000);
    }

    /** Returns the flags with the type changed to the serializer of the extension that reads $data. Other types stay. */
    private static function flags(int $flags, string $data, ?Algorithm $packed): int
    {
        return match ($flags & self::TYPE) {
            self::NATIVE, self::IGBINARY => $flags & ~self::TYPE | (Format::detect($packed === null ? $data : $packed->unpack(substr($data, 4), Compression::LIMIT)) === Format::Native ? self::NATIVE : self::IGBINARY),
            default => $flags,
        };
    }
}
