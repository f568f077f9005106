<?php

// SPDX-License-Identifier: BSD-3-Clause

declare(strict_types=1);

namespace Lyo\Tools\Store\Redis;

use Generator;
use Lyo\Tools\Store\CannotKeep;
use Lyo\Tools\Store\Entry;
use Lyo\Tools\Store\Origin;
use Lyo\Tools\Store\Text;

use function array_chunk;
use function count;
use function is_array;
use function is_int;
use function is_string;
use function preg_match;
use function str_ends_with;
use function str_starts_with;
use function strrpos;
use function substr;

/** The values within hashes, lists, sets, sorted sets and streams. The name of such a value is KEY[FIELD], KEY[INDEX] or KEY[MEMBER]. */
final readonly class Elements
{
    public const TYPES = ['hash', 'list', 'set', 'zset', 'stream'];
    /** Number of elements that are read together. */
    private const PAGE = 100;

    // Each script returns 1, or 0 if the old value is not there any more, or -1 if something would be lost. What is added comes first: a key
    // without elements would be deleted, with its time to live.
    private const REPLACE = [
        // Since Redis 7.4 a field can have its own time to live, which HSET removes.
        'hash' => <<<'LUA'
            if redis.call('HGET', KEYS[1], ARGV[3]) ~= ARGV[1] then return 0 end
            local left = redis.pcall('HPTTL', KEYS[1], 'FIELDS', 1, ARGV[3])
            if type(left) == 'table' and left[1] and left[1] >= 0 then return -1 end
            redis.call('HSET', KEYS[1], ARGV[3], ARGV[2])
            return 1
            LUA,
        'list' => <<<'LUA'
            if redis.call('LINDEX', KEYS[1], ARGV[3]) ~= ARGV[1] then return 0 end
            redis.call('LSET', KEYS[1], ARGV[3], ARGV[2])
            return 1
            LUA,
        'set' => <<<'LUA'
            if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 then return 0 end
            redis.call('SADD', KEYS[1], ARGV[2])
            redis.call('SREM', KEYS[1], ARGV[1])
            return 1
            LUA,
        'zset' => <<<'LUA'
            local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
            if not score then return 0 end
            if redis.call('ZSCORE', KEYS[1], ARGV[2]) then return -1 end
            redis.call('ZADD', KEYS[1], score, ARGV[2])
            redis.call('ZREM', KEYS[1], ARGV[1])
            return 1
            LUA,
    ];

    private const LOST = ['hash' => 'a field of a hash with a time to live of its own', 'zset' => 'the sorted set has the new value already, with a score of its own'];

    public function __construct(private Servers $servers) {}

    /**
     * Returns all values of a key.
     *
     * @param string|null $server the server that has the key; null to find it
     *
     * @return Generator<Entry>
     */
    public function of(?string $server, string $type, string $key): Generator
    {
        $left = $this->servers->command($server, 'PTTL', $key);
        try {
            foreach (match ($type) {
                'hash' => $this->scan($server, 'HSCAN', $key, true),
                'set' => $this->scan($server, 'SSCAN', $key, false),
                'zset' => $this->scan($server, 'ZSCAN', $key, true),
                'list' => $this->list($server, $key),
                default => $this->stream($server, $key),
            } as [$part, $value]) {
                yield $this->entry(new Place($type === 'hash' || $type === 'list' || $type === 'set' || $type === 'zset' ? $type : 'stream', $key, $part), $type === 'zset' ? $part : $value, $left);
            }
        } catch (Refusal $e) {
            if (!str_starts_with($e->getMessage(), 'WRONGTYPE')) { // otherwise the key has a value of another type now
                throw $e;
            }
        }
    }

    /** Returns the value that a name such as KEY[FIELD] means, or null if there is none. */
    public function named(string $name): ?Entry
    {
        for ($bracket = strrpos($name, '['); $bracket !== false && str_ends_with($name, ']'); $bracket = $bracket === 0 ? false : strrpos(substr($name, 0, $bracket), '[')) {
            $key = substr($name, 0, $bracket);
            $part = substr($name, $bracket + 1, -1);
            $type = $this->servers->command(null, 'TYPE', $key);
            if ($type === 'hash' || $type === 'list' && preg_match('/\A-?\d{1,18}\z/', $part) === 1 || $type === 'set' || $type === 'zset' || $type === 'stream') {
                return $this->at(new Place($type, $key, $part));
            }
        }

        return null;
    }

    /** Returns what is at a place now, or null if there is nothing. */
    public function at(Place $place): ?Entry
    {
        [$key, $part] = [$place->key, $place->part];
        try {
            $value = match ($place->type) {
                'hash' => $this->servers->command(null, 'HGET', $key, $part),
                'list' => $this->servers->command(null, 'LINDEX', $key, $part),
                'set' => $this->servers->command(null, 'SISMEMBER', $key, $part) === 1 ? $part : null,
                'zset' => $this->servers->command(null, 'ZSCORE', $key, $part) !== null ? $part : null,
                'stream' => $this->field($key, $part),
            };

            return is_string($value) ? $this->entry($place, $value, $this->servers->command(null, 'PTTL', $key)) : null;
        } catch (Refusal) {
            return null;
        }
    }

    /** @throws CannotKeep if the value cannot be replaced */
    public function check(Place $place): void
    {
        if ($place->type === 'stream') {
            throw new CannotKeep('an entry of a stream, which Redis cannot change');
        }
    }

    /**
     * Returns the script that replaces a value, with the words that come after it in EVAL.
     *
     * @return non-empty-list<string>
     *
     * @throws CannotKeep if the value cannot be replaced
     */
    public function script(Place $place, string $old, string $new): array
    {
        $this->check($place);

        return [self::REPLACE[$place->type] ?? '', '1', $place->key, $old, $new, $place->part];
    }

    /** Returns what would be lost if a script returns -1. */
    public static function lost(Place $place): CannotKeep
    {
        return new CannotKeep(self::LOST[$place->type] ?? 'something else');
    }

    /** @param mixed $left answer to PTTL: milliseconds, or a negative int if the key never expires */
    private function entry(Place $place, string $value, mixed $left): Entry
    {
        $plain = $place->type === 'hash' && $place->part === 'data' && $this->isPlain($place->key);

        return new Entry("{$place->key}[$place->part]", $value, is_int($left) && $left >= 0 ? $left : null, Text::Bytes, $plain ? Origin::Plain : Origin::Application, $place);
    }

    /** Tells whether the field "data" is a plain string. In hashes of Drupal the field "serialized" says so. */
    private function isPlain(string $hash): bool
    {
        $serialized = $this->servers->command(null, 'HGET', $hash, 'serialized');

        return $serialized === '' || $serialized === '0';
    }

    /** @return Generator<array{string, string}> */
    private function scan(?string $server, string $command, string $key, bool $pairs): Generator
    {
        $cursor = '0';
        do {
            $page = $this->servers->command($server, $command, $key, $cursor, 'COUNT', (string) self::PAGE);
            $cursor = is_array($page) && is_string($page[0] ?? null) ? $page[0] : '0';
            foreach (array_chunk(is_array($page) && is_array($page[1] ?? null) ? $page[1] : [], $pairs ? 2 : 1) as $one) {
                $part = $one[0];
                $value = $one[1] ?? $part;
                if (is_string($part) && is_string($value)) {
                    yield [$part, $value];
                }
            }
        } while ($cursor !== '0');
    }

    /** @return Generator<array{string, string}> */
    private function list(?string $server, string $key): Generator
    {
        for ($at = 0; ; $at += self::PAGE) {
            $page = $this->servers->command($server, 'LRANGE', $key, (string) $at, (string) ($at + self::PAGE - 1));
            $page = is_array($page) ? $page : [];
            foreach ($page as $i => $value) {
                if (is_string($value)) {
                    yield [(string) ($at + $i), $value];
                }
            }
            if (count($page) < self::PAGE) {
                return;
            }
        }
    }

    /** @return Generator<array{string, string}> */
    private function stream(?string $server, string $key): Generator
    {
        $from = '-';
        do {
            $page = $this->servers->command($server, 'XRANGE', $key, $from, '+', 'COUNT', (string) self::PAGE);
            $page = is_array($page) ? $page : [];
            $last = null;
            foreach ($page as $item) {
                $id = is_array($item) && is_string($item[0] ?? null) ? $item[0] : null;
                if ($id === null || $id === $from) {
                    continue; // the first of this page was the last of the page before
                }
                $last = $id;
                foreach (array_chunk(is_array($item[1] ?? null) ? $item[1] : [], 2) as $pair) {
                    if (is_string($pair[0]) && is_string($pair[1] ?? null)) {
                        yield ["$id.$pair[0]", $pair[1]];
                    }
                }
            }
            $from = $last ?? $from;
        } while ($last !== null && count($page) === self::PAGE);
    }

    /** Returns a field of an entry of a stream, which is named ID.FIELD. */
    private function field(string $key, string $part): ?string
    {
        if (preg_match('/\A(\d+-\d+)\.(.*)\z/s', $part, $match) !== 1) {
            return null;
        }
        foreach ((array) $this->servers->command(null, 'XRANGE', $key, $match[1], $match[1]) as $item) {
            foreach (array_chunk(is_array($item) && is_array($item[1] ?? null) ? $item[1] : [], 2) as $pair) {
                if ($pair[0] === $match[2] && is_string($pair[1] ?? null)) {
                    return $pair[1];
                }
            }
        }

        return null;
    }
}
