<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use Generator;
use InvalidArgumentException;
use Lyo\Tools\Store\Redis\Refusal;
use Lyo\Tools\Store\Redis\Servers;
use RuntimeException;
use SensitiveParameter;

use function array_chunk;
use function array_filter;
use function array_keys;
use function array_map;
use function array_values;
use function count;
use function is_array;
use function is_int;
use function is_string;
use function json_decode;
use function json_encode;
use function max;
use function preg_match;
use function str_contains;
use function str_ends_with;
use function str_starts_with;
use function strlen;
use function strrpos;
use function substr;

/**
 * A Redis or Valkey, or all masters of a cluster: the keys that hold strings, and optionally the fields of hashes. The name of a field is
 * KEY[FIELD].
 *
 * SCAN lists the keys, about a thousand at a time. If all values are wanted, they are read in groups of at most 200 keys and about 4 MB.
 */
final readonly class Redis implements Store, Receives
{
    private const PAGE = '1000';
    private const BYTES = 4 << 20;
    private const KEYS = 200;

    /** The script sets the remaining time to live again, because SET knows KEEPTTL only since Redis 6.0. Time does not pass within a script. */
    private const REPLACE = <<<'LUA'
        if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
        local left = redis.call('PTTL', KEYS[1])
        if left < 0 then redis.call('SET', KEYS[1], ARGV[2]) else redis.call('SET', KEYS[1], ARGV[2], 'PX', math.max(left, 1)) end
        return 1
        LUA;

    /** Since Redis 7.4 a field can have its own time to live, which HSET removes. The script does not change such a field and returns -1. */
    private const REPLACE_FIELD = <<<'LUA'
        if redis.call('HGET', KEYS[1], ARGV[3]) ~= ARGV[1] then return 0 end
        local left = redis.pcall('HPTTL', KEYS[1], 'FIELDS', 1, ARGV[3])
        if type(left) == 'table' and left[1] and left[1] >= 0 then return -1 end
        redis.call('HSET', KEYS[1], ARGV[3], ARGV[2])
        return 1
        LUA;

    private function __construct(private Servers $servers, private string $match, private bool $hashes) {}

    /**
     * @param string $url redis://[[user]:password@]host[:port][/database], redis:///path/to/socket, rediss:// for TLS,
     *        redis+sentinel://host:port,host:port/master[/database]; a server of a cluster stands for the whole cluster
     * @param string $match pattern of keys, as SCAN takes it
     * @param bool $hashes also read the fields of hashes
     *
     * @throws InvalidArgumentException if $url is not an address of this form
     * @throws RuntimeException if there is no client for Redis, or if the server cannot be reached
     */
    public static function at(#[SensitiveParameter] string $url, string $match = '*', bool $hashes = false, ?string $user = null, #[SensitiveParameter] ?string $password = null): self
    {
        try {
            return new self(Servers::at($url, $user, $password), $match, $hashes);
        } catch (Refusal $e) {
            throw new RuntimeException("the Redis refuses: {$e->getMessage()}", 0, $e);
        }
    }

    public function items(?string $from = null, bool $values = false): iterable
    {
        [$fromType, $fromServer, $fromRun, $fromCursor] = self::place($from);
        foreach ($this->hashes ? ['string', 'hash'] : ['string'] as $type) {
            foreach ($this->servers->names() as $server) {
                if ($fromType !== null && [$type, $server] !== [$fromType, $fromServer]) {
                    continue;
                }
                $run = $this->run($server);
                // After a restart the server has its keys in another order, so that an old cursor is useless.
                $cursor = $fromType !== null && $fromRun === $run ? $fromCursor : '0';
                $fromType = null;
                yield from $this->scan($type, $server, $run, $cursor, $values);
            }
        }
        if ($fromType !== null) {
            yield from $this->items(null, $values); // the server of $from is no longer a master of this cluster
        }
    }

    public function get(string $key): ?Entry
    {
        try {
            $data = $this->servers->command(null, 'GET', $key);
            if (is_string($data)) {
                return $this->entry($key, $data, $this->servers->command(null, 'PTTL', $key));
            }
        } catch (Refusal $e) {
            if (!str_starts_with($e->getMessage(), 'WRONGTYPE')) {
                throw $e;
            }
        }
        $bracket = strrpos($key, '[');
        if ($bracket === false || !str_ends_with($key, ']')) {
            return null;
        }
        try {
            $hash = substr($key, 0, $bracket);
            $field = substr($key, $bracket + 1, -1);
            $data = $this->servers->command(null, 'HGET', $hash, $field);

            return is_string($data) ? $this->field($hash, $field, $data, $this->servers->command(null, 'PTTL', $hash), $this->isPlain($hash, $field)) : null;
        } catch (Refusal) {
            return null;
        }
    }

    public function replace(Entry $entry, string $data): bool
    {
        $words = is_array($entry->token)
            ? [self::REPLACE_FIELD, '1', $entry->token[0], $entry->data, $data, $entry->token[1]]
            : [self::REPLACE, '1', $entry->key, $entry->data, $data];
        try {
            $answer = $this->servers->command(null, 'EVAL', ...array_values(array_filter($words, is_string(...))));
        } catch (Refusal $e) {
            // WRONGTYPE: the key has a value of another type now.
            return str_contains($e->getMessage(), 'WRONGTYPE') ? false : throw new RuntimeException("the Redis refuses to write: {$e->getMessage()}", 0, $e);
        }
        if ($answer === -1) {
            throw new CannotKeep('a field of a hash with a time to live of its own');
        }

        return $answer === 1;
    }

    public function add(Entry $entry, string $data): bool
    {
        try {
            if (is_array($entry->token)) {
                throw new CannotKeep('a field of a hash');
            }
            $left = $entry->left();
            $life = $left === null ? [] : ['PX', (string) max($left, 1)];

            return $this->servers->command(null, 'SET', $entry->key, $data, 'NX', ...$life) !== null;
        } catch (Refusal $e) {
            throw new RuntimeException("the Redis refuses to write: {$e->getMessage()}", 0, $e);
        }
    }

    public function commit(): void {}

    /**
     * Decodes Item::$position.
     *
     * @return array{string|null, string, string, string} type of key (null: start again), server, its run id, cursor
     */
    private static function place(?string $from): array
    {
        $place = $from === null || $from === '' ? null : json_decode($from, true);
        if ($place === null) {
            return [null, '', '', '0'];
        }
        $place = array_values(array_filter(is_array($place) ? $place : [], is_string(...)));

        return count($place) === 4 ? $place : throw new RuntimeException('the place to resume from is not a place in a Redis');
    }

    /** Returns the run id of a server, which changes when it restarts; '' if the server does not tell it. */
    private function run(string $server): string
    {
        try {
            $info = $this->servers->on($server)->command('INFO', 'server');

            return is_string($info) && preg_match('/^run_id:(\w+)/m', $info, $match) === 1 ? $match[1] : '';
        } catch (Refusal) {
            return '';
        }
    }

    /** @return Generator<Item> */
    private function scan(string $type, string $server, string $run, string $cursor, bool $values): Generator
    {
        $connection = $this->servers->on($server);
        $filter = ['TYPE', $type];
        do {
            $position = $cursor === '0' && $type === 'string' && $server === $this->servers->names()[0] ? '' : (string) json_encode([$type, $server, $run, $cursor]);
            try {
                $page = $connection->command('SCAN', $cursor, 'MATCH', $this->match, 'COUNT', self::PAGE, ...$filter);
            } catch (Refusal $e) {
                if ($filter === []) {
                    throw new RuntimeException("the Redis refuses SCAN: {$e->getMessage()}", 0, $e);
                }
                $filter = []; // SCAN has TYPE since Redis 6.0
                continue;
            }
            if (!is_array($page) || count($page) !== 2 || !is_string($page[0]) || !is_array($page[1])) {
                throw new RuntimeException('the Redis does not answer SCAN');
            }
            $cursor = $page[0];
            $keys = array_values(array_filter($page[1], is_string(...)));
            yield from $type === 'hash' ? $this->hashes($server, $this->ofType($server, $keys, $filter === [] ? 'hash' : null), $position)
                : $this->strings($server, $this->ofType($server, $keys, $filter === [] ? 'string' : null), $position, $values);
        } while ($cursor !== '0' || !isset($page));
    }

    /**
     * Returns the keys whose value is of a type; all of them if $type is null.
     *
     * @param list<string> $keys
     *
     * @return list<string>
     */
    private function ofType(string $server, array $keys, ?string $type): array
    {
        if ($type === null || $keys === []) {
            return $keys;
        }
        $types = $this->servers->on($server)->pipeline(array_map(static fn(string $key): array => ['TYPE', $key], $keys));

        return array_values(array_filter($keys, static fn(int $i): bool => ($types[$i] ?? null) === $type, ARRAY_FILTER_USE_KEY));
    }

    /**
     * @param list<string> $keys
     *
     * @return Generator<Item>
     */
    private function strings(string $server, array $keys, string $position, bool $values): Generator
    {
        foreach ($this->groups($server, $keys) as $group) {
            $found = [];
            if ($values) {
                $names = array_keys($group);
                $answers = $this->servers->on($server)->pipeline([
                    ...array_map(static fn(int|string $key): array => ['GET', (string) $key], $names),
                    ...array_map(static fn(int|string $key): array => ['PTTL', (string) $key], $names),
                ]);
                foreach ($names as $i => $name) {
                    $found[$name] = is_string($answers[$i]) ? $this->entry((string) $name, $answers[$i], $answers[$i + count($names)]) : null;
                }
            }
            foreach ($group as $key => $bytes) {
                $key = (string) $key;
                // A key without an answer may have moved to another server of the cluster, so get() asks for it again.
                yield new Item($key, $bytes, $position, fn(): ?Entry => $found[$key] ?? $this->get($key));
            }
        }
    }

    /**
     * Divides keys into groups whose values are read together.
     *
     * @param list<string> $keys
     *
     * @return Generator<array<int>> the length of each value, by key
     */
    private function groups(string $server, array $keys): Generator
    {
        $group = [];
        $bytes = 0;
        foreach (array_chunk($keys, self::KEYS) as $some) {
            $lengths = $this->servers->on($server)->pipeline(array_map(static fn(string $key): array => ['STRLEN', $key], $some));
            foreach ($some as $i => $key) {
                $length = is_int($lengths[$i]) ? $lengths[$i] : 0;
                if ($group !== [] && ($bytes + $length > self::BYTES || count($group) === self::KEYS)) {
                    yield $group;
                    $group = [];
                    $bytes = 0;
                }
                $group[$key] = $length;
                $bytes += $length;
            }
        }
        if ($group !== []) {
            yield $group;
        }
    }

    /**
     * @param list<string> $keys
     *
     * @return Generator<Item>
     */
    private function hashes(string $server, array $keys, string $position): Generator
    {
        foreach ($keys as $key) {
            $cursor = '0';
            $left = $this->servers->command($server, 'PTTL', $key);
            do {
                try {
                    $page = $this->servers->command($server, 'HSCAN', $key, $cursor, 'COUNT', '100');
                } catch (Refusal) {
                    break; // the key has a value of another type now
                }
                $cursor = is_array($page) && is_string($page[0] ?? null) ? $page[0] : '0';
                foreach (array_chunk(is_array($page) && is_array($page[1] ?? null) ? $page[1] : [], 2) as $pair) {
                    if (is_string($pair[0]) && is_string($pair[1] ?? null)) {
                        $entry = $this->field($key, $pair[0], $pair[1], $left, null);
                        yield new Item($entry->key, strlen($entry->data), $position, fn(): Entry => $this->field($key, $pair[0], $pair[1], $left, $this->isPlain($key, $pair[0])));
                    }
                }
            } while ($cursor !== '0');
        }
    }

    /** Tells whether a field is a plain string. In hashes of Drupal the field "serialized" says so for the field "data". */
    private function isPlain(string $hash, string $field): bool
    {
        $serialized = $field === 'data' ? $this->servers->command(null, 'HGET', $hash, 'serialized') : null;

        return $serialized === '' || $serialized === '0';
    }

    /** @param mixed $left answer to PTTL: milliseconds, or a negative int if the key never expires */
    private function field(string $hash, string $field, string $data, mixed $left, ?bool $plain): Entry
    {
        return new Entry("{$hash}[$field]", $data, is_int($left) && $left >= 0 ? $left : null, Text::Bytes, $plain === true ? Origin::Plain : Origin::Application, [$hash, $field]);
    }

    /** @param mixed $left answer to PTTL: milliseconds, or a negative int if the key never expires */
    private function entry(string $key, string $data, mixed $left): Entry
    {
        return new Entry($key, $data, is_int($left) && $left >= 0 ? $left : null);
    }
}
