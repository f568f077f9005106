<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store;

use Generator;
use InvalidArgumentException;
use Lyo\Tools\Store\Redis\Elements;
use Lyo\Tools\Store\Redis\Place;
use Lyo\Tools\Store\Redis\Refusal;
use Lyo\Tools\Store\Redis\Servers;
use RuntimeException;
use SensitiveParameter;

use function array_chunk;
use function array_filter;
use function array_keys;
use function array_map;
use function array_slice;
use function array_values;
use function arsort;
use function bindec;
use function ceil;
use function count;
use function decbin;
use function implode;
use function in_array;
use function is_array;
use function is_int;
use function is_string;
use function json_decode;
use function json_encode;
use function log;
use function max;
use function preg_match;
use function str_contains;
use function str_pad;
use function str_starts_with;
use function strlen;
use function strrev;
use function substr;

/**
 * A Redis or Valkey, or all masters of a cluster: the keys that hold strings, and the values within keys of other types, as far as they are wanted.
 *
 * SCAN lists the keys, about a thousand at a time. Strings are read in groups of at most 200 keys and about 4 MB.
 */
final class Redis implements Store, Receives, Skips, Counted
{
    /** Types whose values can be read. */
    public const TYPES = ['string', ...Elements::TYPES];
    private const PAGE = '1000';
    private const BYTES = 4 << 20;
    private const KEYS = 200;

    /** SET has KEEPTTL since Redis 6.0. Before, the remaining time to live is set again, which can be some milliseconds too long. */
    private const REPLACE = <<<'LUA'
        if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
        local done = redis.pcall('SET', KEYS[1], ARGV[2], 'KEEPTTL')
        if type(done) == 'table' and done.err then
            if not string.find(done.err, 'syntax') then return done end
            local left = redis.call('PTTL', KEYS[1])
            if left < 0 then redis.call('SET', KEYS[1], ARGV[2]) else redis.call('SET', KEYS[1], ARGV[2], 'PX', math.max(left, 1)) end
        end
        return 1
        LUA;

    /** Since Redis 7.0 a script that begins with this line may write when the memory of the server is full. */
    private const ALLOW_OOM = "#!lua flags=allow-oom\n";

    private readonly Elements $elements;
    /** @var array<string, int> numbers of keys that were not read, by their type; "hidden" for keys that the user may not read */
    private array $skipped = [];
    private ?string $hidden = null;
    private float $fraction = 0.0;

    /** @param list<string> $types types of keys whose values are listed */
    private function __construct(private readonly Servers $servers, private readonly string $match, private readonly array $types)
    {
        $this->elements = new Elements($servers);
    }

    /**
     * @param string $url redis://[[user]:password@]host[:port][/database], redis:///path/to/socket, rediss:// for TLS,
     *        redis+sentinel://host:port,host:port/master[/database]; a server of a cluster stands for the whole cluster
     * @param string $match pattern of keys, as SCAN takes it
     * @param list<string> $types types of keys whose values are listed
     *
     * @throws InvalidArgumentException if $url is not an address of this form
     * @throws RuntimeException if there is no client for Redis, or if the server cannot be reached
     */
    public static function at(#[SensitiveParameter] string $url, string $match = '*', array $types = self::TYPES, ?string $user = null, #[SensitiveParameter] ?string $password = null): self
    {
        try {
            return new self(Servers::at($url, $user, $password), $match, $types);
        } catch (Refusal $e) {
            throw new RuntimeException("the Redis refuses: {$e->getMessage()}", 0, $e);
        }
    }

    public function items(?string $from = null, bool $values = false): iterable
    {
        [$fromServer, $fromRun, $fromCursor] = self::place($from);
        $names = $this->servers->names();
        foreach ($names as $i => $server) {
            if ($fromServer !== null && $server !== $fromServer) {
                continue;
            }
            $run = $this->run($server);
            // After a restart the server has its keys in another order, so that an old cursor is useless.
            $cursor = $fromServer !== null && $fromRun === $run ? $fromCursor : '0';
            $fromServer = null;
            yield from $this->scan($server, $run, $cursor, $values, [$i / count($names), 1 / count($names)]);
        }
        if ($fromServer !== null) {
            yield from $this->items(null, $values); // the server of $from is no longer a master of this cluster
        }
    }

    public function skipped(): array
    {
        arsort($this->skipped);

        return $this->skipped;
    }

    public function hidden(): ?string
    {
        return $this->hidden;
    }

    public function fraction(): float
    {
        return $this->fraction;
    }

    public function get(string $key): ?Entry
    {
        try {
            $data = $this->servers->command(null, 'GET', $key);

            return is_string($data) ? $this->entry($key, $data, $this->servers->command(null, 'PTTL', $key)) : $this->elements->named($key);
        } catch (Refusal $e) {
            if (!str_starts_with($e->getMessage(), 'WRONGTYPE')) {
                throw new RuntimeException("the Redis refuses to read $key: {$e->getMessage()}", 0, $e);
            }
            throw new RuntimeException($this->description($key), 0, $e);
        }
    }

    /** Says which values a key has that holds no string. */
    private function description(string $key): string
    {
        $type = $this->servers->command(null, 'TYPE', $key);
        $type = is_string($type) ? $type : '';
        $names = [];
        foreach (in_array($type, Elements::TYPES, true) ? $this->elements->of(null, $type, $key) : [] as $entry) {
            $names[] = $entry->key;
            if (count($names) === 10) {
                $names[] = '…';
                break;
            }
        }
        $is = ['zset' => 'a sorted set'][$type] ?? "a $type";

        return $names === [] ? "is $is, whose values cannot be read" : "is $is: name one of its values, " . implode(', ', $names);
    }

    public function again(Entry $entry): ?Entry
    {
        return $entry->token instanceof Place ? $this->elements->at($entry->token) : $this->get($entry->key);
    }

    public function check(Entry $entry, string $data): void
    {
        if ($entry->token instanceof Place) {
            $this->elements->check($entry->token);
        }
    }

    public function replace(Entry $entry, string $data): bool
    {
        $place = $entry->token instanceof Place ? $entry->token : null;
        $words = $place !== null ? $this->elements->script($place, $entry->data, $data) : [self::REPLACE, '1', $entry->key, $entry->data, $data];
        try {
            $answer = $this->evaluate($words, strlen($data) < strlen($entry->data));
        } catch (Refusal $e) {
            // WRONGTYPE: the key has a value of another type now.
            return str_contains($e->getMessage(), 'WRONGTYPE') ? false : throw new RuntimeException("the Redis refuses to write $entry->key: {$e->getMessage()}", 0, $e);
        }
        if ($answer === -1 && $place !== null) {
            throw Elements::lost($place);
        }

        return $answer === 1;
    }

    /**
     * Executes a script.
     *
     * @param non-empty-list<string> $words the script, and what comes after it
     * @param bool $frees whether the script makes a value shorter, so that it may also run when the memory is full
     *
     * @throws Refusal if the server answers with an error
     */
    private function evaluate(array $words, bool $frees): mixed
    {
        try {
            return $this->servers->command(null, 'EVAL', ...$words);
        } catch (Refusal $e) {
            if (!$frees || !str_contains($e->getMessage(), 'OOM')) {
                throw $e;
            }
        }
        try {
            return $this->servers->command(null, 'EVAL', self::ALLOW_OOM . $words[0], ...array_slice($words, 1));
        } catch (Refusal) {
            throw $e; // a server before 7.0 does not know the first line of the script
        }
    }

    public function add(Entry $entry, string $data): bool
    {
        try {
            if ($entry->token instanceof Place) {
                throw new CannotKeep("a value within a {$entry->token->type}");
            }
            $left = $entry->left();
            $life = $left === null ? [] : ['PX', (string) max($left, 1)];

            return $this->servers->command(null, 'SET', $entry->key, $data, 'NX', ...$life) !== null;
        } catch (Refusal $e) {
            throw new RuntimeException("the Redis refuses to write: {$e->getMessage()}", 0, $e);
        }
    }

    public function has(string $key): bool
    {
        return $this->servers->command(null, 'EXISTS', $key) === 1;
    }

    /**
     * Decodes Item::$position.
     *
     * @return array{string|null, string, string} server (null: start again), its run id, cursor
     */
    private static function place(?string $from): array
    {
        $place = $from === null || $from === '' ? null : json_decode($from, true);
        if ($place === null) {
            return [null, '', '0'];
        }
        $place = array_values(array_filter(is_array($place) ? $place : [], is_string(...)));

        return count($place) === 3 ? $place : throw new RuntimeException('the place to resume from is not a place in a Redis');
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

    /**
     * @param array{float, float} $part where in the whole this server begins, and how much of the whole it is
     *
     * @return Generator<Item>
     */
    private function scan(string $server, string $run, string $cursor, bool $values, array $part): Generator
    {
        $connection = $this->servers->on($server);
        $size = $connection->command('DBSIZE');
        $size = is_int($size) ? $size : 0;
        do {
            $position = $cursor === '0' && $server === $this->servers->names()[0] ? '' : (string) json_encode([$server, $run, $cursor]);
            $this->fraction = $part[0] + $part[1] * self::fractionOf($cursor, $size);
            try {
                $page = $connection->command('SCAN', $cursor, 'MATCH', $this->match, 'COUNT', self::PAGE);
            } catch (Refusal $e) {
                throw new RuntimeException("the Redis refuses SCAN: {$e->getMessage()}", 0, $e);
            }
            if (!is_array($page) || count($page) !== 2 || !is_string($page[0]) || !is_array($page[1])) {
                throw new RuntimeException('the Redis does not answer SCAN');
            }
            $cursor = $page[0];
            $keys = $this->byType($server, array_values(array_filter($page[1], is_string(...))));
            yield from $this->strings($server, $keys['string'] ?? [], $position, $values);
            foreach ($keys as $type => $some) {
                foreach ($type === 'string' ? [] : $some as $key) {
                    foreach ($this->elements->of($server, $type, $key) as $entry) {
                        $place = $entry->token;
                        // An item that is kept must not keep the data.
                        yield new Item($entry->key, strlen($entry->data), $position, $values || !$place instanceof Place ? static fn(): Entry => $entry : fn(): ?Entry => $this->elements->at($place));
                    }
                }
            }
        } while ($cursor !== '0');
        $this->fraction = $part[0] + $part[1];
    }

    /** Returns how much of a server's keys SCAN has listed: its cursor counts in bits from the left, in a table whose size is a power of two. */
    private static function fractionOf(string $cursor, int $keys): float
    {
        $bits = max(2, (int) ceil(log(max(1, $keys), 2)));

        return bindec(strrev(str_pad(substr(decbin((int) $cursor), -$bits), $bits, '0', STR_PAD_LEFT))) / 2 ** $bits;
    }

    /**
     * Divides keys by the type of what they hold. Keys of types that are not wanted are only counted.
     *
     * @param list<string> $keys
     *
     * @return array<string, list<string>>
     */
    private function byType(string $server, array $keys): array
    {
        $types = $keys === [] ? [] : $this->servers->on($server)->pipeline(array_map(static fn(string $key): array => ['TYPE', $key], $keys));
        $sorted = [];
        foreach ($keys as $i => $key) {
            $type = $types[$i] ?? null;
            $type = is_string($type) ? $type : $this->type($server, $key);
            if (in_array($type, $this->types, true)) {
                $sorted[$type][] = $key;
            } elseif ($type !== 'none') {
                $this->skipped[$type] = ($this->skipped[$type] ?? 0) + 1;
                $this->hidden = $type === 'hidden' ? $this->hidden ?? $key : $this->hidden;
            }
        }

        return $sorted;
    }

    /** Returns the type of one key, wherever the cluster has it; "hidden" if the user may not read it. */
    private function type(string $server, string $key): string
    {
        try {
            $type = $this->servers->command($server, 'TYPE', $key);

            return is_string($type) ? $type : 'none';
        } catch (Refusal $e) {
            return preg_match('/\ANOPERM .*\bkey/', $e->getMessage()) === 1 ? 'hidden' : throw new RuntimeException("the Redis refuses TYPE: {$e->getMessage()}", 0, $e);
        }
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

    /** @param mixed $left answer to PTTL: milliseconds, or a negative int if the key never expires */
    private function entry(string $key, string $data, mixed $left): Entry
    {
        return new Entry($key, $data, is_int($left) && $left >= 0 ? $left : null);
    }
}
